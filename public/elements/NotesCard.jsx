import { useEffect, useState } from 'react'
import { NotebookPen, Send, Trash2 } from 'lucide-react'

async function call(path, method = 'GET') {
  const answer = await fetch(path, { method, credentials: 'same-origin' })
  const told = await answer.json()
  if (!answer.ok) throw new Error(told.detail || answer.statusText)
  return told
}

export default function NotesCard() {
  const [card, setCard] = useState(null)
  const [problem, setProblem] = useState('')
  const act = async (path, method) => {
    try {
      setCard(await call(path, method))
      setProblem('')
    } catch (error) {
      setProblem(error.message)
    }
  }
  useEffect(() => {
    act(`/notes?connection=${encodeURIComponent(props.connection)}`)
  }, [])
  if (!card) return null
  const { words } = card
  return (
    <section className="ws-card" data-card="notes">
      <header>
        <strong>
          <NotebookPen size={15} /> {words.title}
        </strong>
        <span className="ws-note">{words.hint}</span>
      </header>
      {card.notes.length ? null : <p className="ws-said">{words.none}</p>}
      <ul className="ws-notes">
        {card.notes.map((note) => (
          <li key={note.id}>
            <span>{note.text}</span>
            <span className="ws-acts">
              {note.offered ? (
                <span className="ws-note">{words.offered}</span>
              ) : (
                <button className="ws-button" onClick={() => act(`/notes/${note.id}/offer`, 'POST')}>
                  <Send size={13} /> {words.offer}
                </button>
              )}
              <button
                className="ws-button"
                aria-label={`${words.remove}: ${note.text}`}
                title={words.remove}
                onClick={() => act(`/notes/${note.id}/remove`, 'POST')}
              >
                <Trash2 size={13} />
              </button>
            </span>
          </li>
        ))}
      </ul>
      {problem ? (
        <p className="ws-said ws-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  )
}
