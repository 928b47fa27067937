import { useEffect, useRef, useState } from 'react'
import { BookOpenCheck, CircleHelp, Clock, Table2, TriangleAlert } from 'lucide-react'

const WATCH_EVERY_MS = 700
const ICONS = { ready: BookOpenCheck, staged: BookOpenCheck, asking: CircleHelp, data: Table2, gone: Clock }

async function call(path, body) {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body)
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(told.detail || answer.statusText)
  return told
}

function Section({ section }) {
  return (
    <details className="ws-learned" open={section.entries.length <= 5}>
      <summary>{section.title}</summary>
      <ul>
        {section.entries.map((entry, index) => (
          <li key={index}>
            <span>{entry.name}</span>
            <span className={section.code ? 'ws-note ws-code' : 'ws-note'}>{entry.detail}</span>
          </li>
        ))}
        {section.more ? <li className="ws-note">{section.more}</li> : null}
      </ul>
    </details>
  )
}

function Refused({ state }) {
  if (!state.refused?.length) return null
  return (
    <ul className="ws-how ws-refused">
      <li>
        <TriangleAlert size={14} /> {state.refused_title}
      </li>
      {state.refused.map((line, index) => (
        <li key={index} className="ws-note">
          {line}
        </li>
      ))}
      {state.refused_more ? <li className="ws-note">{state.refused_more}</li> : null}
    </ul>
  )
}

function Stage({ state, busy, done, stage }) {
  if (!state.count) return null
  return (
    <footer>
      {busy ? (
        <span className="ws-progress" role="status">
          {state.staging} <progress value={done} max={state.count} />
        </span>
      ) : (
        <button className="ws-button ws-main" data-stage onClick={stage}>
          {state.stage}
        </button>
      )}
    </footer>
  )
}

function Choices({ state, busy, choose }) {
  const [data, setData] = useState(false)
  return (
    <>
      <div className="ws-choices">
        {state.choices.map((choice) => (
          <button
            key={choice.as}
            className="ws-button"
            data-as={choice.as}
            disabled={busy}
            onClick={() => {
              setData(choice.as === 'data')
              choose(choice.as)
            }}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {data && busy ? (
        <p className="ws-said ws-progress" role="status">
          {state.busy} <progress />
        </p>
      ) : null}
    </>
  )
}

function Acts({ state, busy, act }) {
  return (
    <footer>
      <span className="ws-note">{state.until}</span>
      {state.acts.map((one) => (
        <button key={one.act} className="ws-button" data-act={one.act} disabled={busy} onClick={() => act(one.act)}>
          {one.label}
        </button>
      ))}
    </footer>
  )
}

export default function LearnedCard() {
  const { draft } = props
  const [state, setState] = useState(props.state)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [problem, setProblem] = useState('')
  const acts = useRef(0)
  const path = `/teach/drafts/${draft}`

  // While files are read the card is sent again and again; once read, the server knows what became of it.
  // What it says of before a choice must not undo what it said to the choice.
  useEffect(() => {
    setState(props.state)
    const before = acts.current
    const take = (now) => acts.current === before && setState(now)
    if (draft && props.state.phase !== 'reading') call(path).then(take, () => {})
  }, [draft, props.state.phase, props.state.share])

  // The head of the page names the database that was chosen; here a file is asked.
  useEffect(() => {
    if (state.phase !== 'data' || !state.asks) return
    const { style } = document.documentElement
    const said = JSON.stringify(state.asks)
    style.setProperty('--ws-asks', said)
    return () => style.getPropertyValue('--ws-asks') === said && style.removeProperty('--ws-asks')
  }, [state.phase, state.asks])

  const act = async (work) => {
    acts.current += 1
    setBusy(true)
    setProblem('')
    try {
      setState(await work())
    } catch (error) {
      setProblem(error.message)
    }
    setBusy(false)
  }
  const stage = () =>
    act(async () => {
      const watch = setInterval(() => call(path).then((now) => setDone(now.done || 0), () => {}), WATCH_EVERY_MS)
      try {
        return await call(`${path}/stage`, {})
      } finally {
        clearInterval(watch)
      }
    })
  const choose = (as) => act(() => call(`${path}/read`, { as }))

  const onFile = (what) => act(() => call(`/own-files/${state.file}/${what}`, {}))

  const Icon = ICONS[state.phase]
  return (
    <section className="ws-card" data-card="learned" data-phase={state.phase} data-asks={state.asks || undefined}>
      <header>
        <strong>
          {Icon ? <Icon size={15} /> : null} {state.title}
        </strong>
        {state.link ? (
          <a className="ws-button" href="/admin" target="_self">
            {state.link}
          </a>
        ) : null}
      </header>
      {state.phase === 'reading' ? (
        <div className="ws-said">
          <progress className="ws-bar" value={state.share} max="1" aria-label={state.title} />
        </div>
      ) : null}
      {state.said ? <p className="ws-said">{state.said}</p> : null}
      {(state.sections || []).map((section) => (
        <Section key={section.title} section={section} />
      ))}
      {state.phase === 'asking' ? <Choices state={state} busy={busy} choose={choose} /> : null}
      <Refused state={state} />
      {state.phase === 'data' ? <Acts state={state} busy={busy} act={onFile} /> : null}
      {problem ? (
        <p className="ws-said ws-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {state.phase === 'ready' ? <Stage state={state} busy={busy} done={done} stage={stage} /> : null}
    </section>
  )
}
