// What Chainlit's page does not know: who may do what, the demo's sign-ins, its colours before it has loaded, and Chinese
// for what it only says in English.
import('/public/verdict.js')
;(() => {
  const chinese = navigator.language.toLowerCase().startsWith('zh')
  document.documentElement.lang = chinese ? 'zh-CN' : 'en'
  const words = chinese
    ? {
        admin: '管理',
        database: '数据库',
        schedules: '定时',
        hint: '演示账号（仅限本机），点一下填入：',
        kind: (kinds) => `这种文件学不了，请换成这些格式：${kinds.join('、')}`,
        size: (mb) => `文件超过 ${mb} MB，请拆开再传。`,
        many: '一次传得太多了，请分几次传。',
        resume: '这段对话打不开，请刷新页面再试。',
        full: '存储空间已满，文件没能收下。请告诉管理员腾出空间，之后再传即可。',
        names: { 'Avatar for Wenshu': '问数', 'Toggle Sidebar': '展开或收起对话列表', logo: '问数', Image: '' },
        buttons: ['展开或收起对话列表', '搜索对话', '新对话', '设置', '换明暗', '添加文件', '发送', '停止', '复制', '有帮助', '没帮助', '看最新的', '个人菜单']
      }
    : {
        admin: 'Admin',
        database: 'Database',
        schedules: 'Schedules',
        hint: 'Demo sign-ins (this machine only); click to fill in:',
        kind: (kinds) => `I cannot learn from this kind of file. Please use one of these: ${kinds.join(', ')}`,
        size: (mb) => `The file is larger than ${mb} MB. Please split it and send the parts.`,
        many: 'That is too many files at once. Please send them in parts.',
        resume: 'This conversation could not be opened. Please reload the page.',
        full: 'There is no space left, so the file was not taken. Tell your administrator to free some, then send it again.',
        names: { 'Avatar for Wenshu': 'Wenshu', logo: 'Wenshu', Image: '' },
        buttons: ['Show or hide conversations', 'Search conversations', 'New conversation', 'Settings', 'Light or dark', 'Add files', 'Send', 'Stop', 'Copy', 'Helpful', 'Not helpful', 'Go to the latest', 'Personal menu']
      }

  // Chainlit colours the page once it knows who is there; until then it stood in pink.
  const kept = localStorage.getItem('vite-ui-theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = dark ? 'dark' : 'light'
  document.documentElement.classList.add(theme)
  for (const [name, value] of Object.entries(window.theme?.[theme] || {}))
    document.documentElement.style.setProperty(name, value)

  // On /thread/ID Chainlit opens a socket for an empty chat and one for the conversation, each once the cookie of its session
  // is set. Answered the other way round the empty one stayed, and so did the page: only who asked last gets an answer.
  const fetched = window.fetch
  let asking = null
  window.fetch = async (what, how) => {
    if (!String(what).endsWith('/set-session-cookie')) return fetched(what, how)
    asking?.abort()
    const mine = (asking = new AbortController())
    try {
      const answer = await fetched(what, { ...how, signal: mine.signal })
      return new Response(await answer.text(), answer)
    } finally {
      if (mine.signal.aborted) await new Promise(() => {})
    }
  }

  const typed = import('/public/typed.js')
  let about = null
  let asked = ''

  const ask = async (path) => {
    const answer = await fetch(path, { credentials: 'same-origin' })
    return answer.ok ? answer.json() : null
  }

  const type = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const showHint = (form, people) => {
    const box = document.createElement('div')
    box.className = 'ws-hint'
    box.id = 'demo-sign-ins'
    box.append(words.hint)
    for (const person of people) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `${person.name} · ${person.about}`
      button.addEventListener('click', () => {
        type(form.querySelector('#email'), person.name)
        type(form.querySelector('#password'), person.password)
      })
      box.append(button)
    }
    form.append(box)
  }

  const showLink = (menu, place) => {
    const link = document.createElement('a')
    link.id = `${place}-link`
    link.href = `/${place}`
    link.textContent = words[place]
    link.className = 'ws-button'
    menu.before(link)
  }

  // What Chainlit says in one language and in its own terms, or twice.
  const toasts = [
    [/credentialssignin/i, () => ''],
    [/^File type must be (?:one of )?(.*)$/, ([, kinds]) => words.kind(kinds.split(/, */))],
    [/^File is larger than (\d+)/, ([, mb]) => words.size(mb)],
    [/^Too many files/, () => words.many],
    [/storage_full$/, () => words.full],
    [/^Couldn't resume chat/, () => words.resume]
  ]
  // Buttons that show a picture only have no name for a screen reader; in the order of the words above.
  const pictured = [
    '#sidebar-trigger-button', '#search-chats-button', '#new-chat-button', '[id^="chat-settings"]',
    'button:has(> svg.lucide-sun), button:has(> svg.lucide-moon)', '#upload-button', '#chat-submit', '#stop-button',
    'button:has(> svg.lucide-copy)', '.positive-feedback-off, .positive-feedback-on',
    '.negative-feedback-off, .negative-feedback-on', 'button:has(> svg.lucide-arrow-down)', '#user-nav-button'
  ]
  const name = () => {
    for (const [place, selector] of pictured.entries())
      for (const button of document.querySelectorAll(selector)) {
        const bare = button.tagName === 'BUTTON' && !button.textContent.trim() && !button.hasAttribute('aria-label')
        if (!bare) continue
        button.setAttribute('aria-label', words.buttons[place])
        button.removeAttribute('role') // Chainlit calls the one that adds files presentation
      }
  }
  // What a list has chosen is its value and no name of it; Chainlit's list of databases has none.
  const nameLists = () => {
    for (const list of document.querySelectorAll('#chat-profiles:not([aria-label])'))
      list.setAttribute('aria-label', words.database)
  }
  const translate = () => {
    name()
    nameLists()
    for (const [name, ours] of Object.entries(words.names))
      for (const attribute of ['alt', 'aria-label', 'title'])
        for (const named of document.querySelectorAll(`[${attribute}="${name}"]`)) named.setAttribute(attribute, ours)
    for (const said of document.querySelectorAll('[data-sonner-toast] [data-title]'))
      for (const [pattern, say] of toasts) {
        const match = pattern.exec(said.textContent)
        if (!match) continue
        said.textContent = say(match)
        if (!said.textContent) said.closest('[data-sonner-toast]').hidden = true
      }
  }

  const look = async () => {
    translate()
    if (location.pathname === '/login') (await typed).signingIn()
    const form = document.querySelector('form:has(#password)')
    const place = form ? 'form' : document.querySelector('#user-nav-button') ? 'chat' : ''
    if (place !== asked) {
      asked = place
      about = null
      const answer = place && (await ask(place === 'form' ? '/sign-in/hint' : '/me'))
      if (place !== asked) return // the form's hint came after its sign-in, and would stand for who is there
      about = answer || null
    }
    document.documentElement.classList.toggle('ws-upload', Boolean(about?.upload))
    if (!about) return
    const now = document.querySelector('form:has(#password)')
    if (now && about.people?.length && !document.querySelector('#demo-sign-ins')) showHint(now, about.people)
    const menu = document.querySelector('#user-nav-button')
    if (menu && about.name) (await typed).chatting(about.name)
    for (const place of ['schedules', 'admin'])
      if (menu && about[place] && !document.querySelector(`#${place}-link`)) showLink(menu, place)
  }

  // On a phone the list of conversations is not there to put the conversation into the address: a reload would lose it.
  window.addEventListener('message', (event) => {
    const thread = event.source === window && event.data && event.data.wenshu_thread
    if (thread && location.pathname === '/') history.replaceState(history.state, '', `/thread/${thread}`)
  })

  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
  look()
})()
