import { BookOpenCheck, TriangleAlert } from 'lucide-react'

export default function LearnedCard() {
  return (
    <section className="ws-card" data-card="learned">
      <header>
        <strong>{props.title}</strong>
        {props.link ? (
          <a className="ws-button" href="/admin" target="_self">
            {props.link}
          </a>
        ) : null}
      </header>
      <ul className="ws-how">
        {props.lines.map((line, index) => (
          <li key={index}>
            <BookOpenCheck size={14} /> {line}
          </li>
        ))}
      </ul>
      {props.refused.length ? (
        <ul className="ws-how ws-refused">
          <li>
            <TriangleAlert size={14} /> {props.refused_title}
          </li>
          {props.refused.map((line, index) => (
            <li key={index} className="ws-note">
              {line}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
