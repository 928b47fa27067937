// The chat inside another site's page. Its token comes from that page, by message, and goes along with every
// request and socket to here; cookies are left out of all of it.
{
  const { origins, refused, files } = document.currentScript.dataset
  const BEFORE_END_MS = 30_000
  const SHOWN_MS = 8_000
  let token = ''
  let mounted = false

  window.transports = ['websocket']

  // Browsers that block third parties' storage let nobody even name it, and Chainlit keeps a few words there.
  const inMemory = () => {
    const kept = new Map()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, String(value)),
      removeItem: (key) => kept.delete(key),
      clear: () => kept.clear(),
    }
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: inMemory() })

  // Chainlit's copilot would trade the token for a cookie, and set another for its session.
  const FOR_COOKIES = ['/auth/jwt', '/set-session-cookie']
  const send = window.fetch
  window.fetch = async (address, options = {}) => {
    const url = new URL(address, location.href)
    if (url.origin !== location.origin) return send(address, options)
    if (FOR_COOKIES.includes(url.pathname)) return Response.json({})
    const headers = new Headers(options.headers)
    headers.set('Authorization', `Bearer ${token}`)
    headers.set('Accept-Language', document.documentElement.lang)
    return send(address, { ...options, headers, credentials: 'omit' })
  }

  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address, ['wenshu.embed', document.documentElement.lang === 'en' ? 'wenshu.en' : 'wenshu.zh', token])
    }
  }

  // A link that saves a file cannot carry the token: the file is fetched, then saved.
  document.addEventListener('click', async (event) => {
    const link = event.composedPath().find((one) => one.matches?.('a[download][href^="/"]'))
    if (!link) return
    event.preventDefault()
    const answer = await fetch(link.getAttribute('href'))
    if (!answer.ok) return
    const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') || '')?.[1] || 'wenshu'
    const url = URL.createObjectURL(await answer.blob())
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  })

  const tell = (words) => {
    const told = document.querySelector('#told')
    told.textContent = words
    told.hidden = !words
  }

  // What a site says for its visitor may ask, not put data of its own among theirs.
  for (const kind of ['drop', 'paste']) {
    window.addEventListener(kind, (event) => {
      if (!(event.dataTransfer || event.clipboardData)?.files.length) return
      event.preventDefault()
      event.stopImmediatePropagation()
      tell(files)
      setTimeout(tell, SHOWN_MS, '')
    }, true)
  }

  const askForToken = () => window.parent.postMessage({ wenshu: 'token' }, '*') // it says nothing but that

  const endOf = (text) => {
    try {
      return JSON.parse(atob(text.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000
    } catch {
      return 0
    }
  }

  const show = async () => {
    const answer = await fetch('/user').catch(() => null)
    if (!answer?.ok) return tell(refused)
    tell('')
    mounted = true
    document.body.className = 'chat'
    const theme = new URLSearchParams(location.search).get('theme')
    window.mountChainlitWidget({
      chainlitServer: location.origin,
      accessToken: 'sent with each request',
      displayMode: 'sidebar',
      opened: true,
      language: document.documentElement.lang === 'en' ? 'en-US' : 'zh-CN',
      customCssUrl: '/embed/frame.css',
      ...(theme && { theme }),
    })
  }

  window.addEventListener('message', (event) => {
    const given = event.data?.wenshu_token
    if (event.source !== window.parent || !JSON.parse(origins).includes(event.origin) || given === undefined) return
    token = String(given)
    const left = endOf(token) - Date.now()
    if (left > 0) setTimeout(askForToken, Math.max(left - BEFORE_END_MS, left / 2))
    if (!mounted) show()
  })
  window.addEventListener('DOMContentLoaded', askForToken)
}
