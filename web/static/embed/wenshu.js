// A button in the corner of another site's page, and the frame with the chat that it opens.
// <script src="https://wenshu.example.com/embed/wenshu.js" data-token-url="/wenshu-token" defer></script>
{
  const { src, dataset } = document.currentScript
  const home = new URL(src).origin
  const asked = dataset.language || document.documentElement.lang || navigator.language
  const language = asked.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  const words = __WORDS__[language]
  const styled = (tag, style, values) => {
    const made = Object.assign(document.createElement(tag), values)
    Object.assign(made.style, style)
    return made
  }
  const corner = { position: 'fixed', right: '20px', zIndex: '2147483000', border: '0' }
  const button = styled(
    'button',
    { ...corner, bottom: '20px', padding: '12px 20px', borderRadius: '999px', background: '#2c6e68', color: '#fff',
      font: '500 15px/1.4 system-ui, sans-serif', cursor: 'pointer', boxShadow: '0 4px 16px rgb(0 0 0 / 0.25)' },
    { id: 'wenshu-button', type: 'button', textContent: words.open },
  )
  const frame = styled(
    'iframe',
    { ...corner, bottom: '80px', width: 'min(460px, calc(100vw - 40px))', height: 'min(760px, calc(100dvh - 100px))',
      borderRadius: '14px', background: 'Canvas', boxShadow: '0 8px 32px rgb(0 0 0 / 0.3)' },
    { id: 'wenshu-frame', title: words.title, allow: 'clipboard-write', hidden: true },
  )

  const show = (open) => {
    if (open && !frame.src) frame.src = `${home}/embed?lang=${language}${dataset.theme ? `&theme=${dataset.theme}` : ''}`
    frame.hidden = !open
    button.textContent = open ? words.close : words.open
    button.setAttribute('aria-expanded', String(open))
    if (open) frame.focus()
  }

  const tokenOf = async () => {
    const answer = await fetch(dataset.tokenUrl, { credentials: 'same-origin', cache: 'no-store' }).catch(() => null)
    return answer?.ok ? (await answer.json()).token : ''
  }

  window.addEventListener('message', async (event) => {
    if (event.source !== frame.contentWindow || event.origin !== home || event.data?.wenshu !== 'token') return
    frame.contentWindow.postMessage({ wenshu_token: await tokenOf() }, home)
  })
  button.addEventListener('click', () => show(frame.hidden))
  button.setAttribute('aria-expanded', 'false')
  const place = () => document.body.append(button, frame)
  if (document.body) place()
  else window.addEventListener('DOMContentLoaded', place)
}
