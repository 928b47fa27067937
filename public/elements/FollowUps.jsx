import { useChatData } from '@chainlit/react-client'

export default function FollowUps() {
  const { loading, connected } = useChatData()
  return (
    <nav className="ws-follow" data-card="follow-ups" aria-label={props.title}>
      <span>{props.title}</span>
      <div>
        {props.questions.map((question) => (
          <button key={question} disabled={loading || !connected} onClick={() => sendUserMessage(question)}>
            {question}
          </button>
        ))}
      </div>
    </nav>
  )
}
