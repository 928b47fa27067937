// What Chainlit's page does not know: who may open /admin, and the demo's sign-ins on this machine.
(() => {
  const chinese = navigator.language.toLowerCase().startsWith('zh')
  document.documentElement.lang = chinese ? 'zh-CN' : 'en'
  const words = chinese
    ? { admin: '管理', hint: '演示账号（仅限本机），点一下填入：' }
    : { admin: 'Admin', hint: 'Demo sign-ins (this machine only); click to fill in:' }
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

  const showAdmin = (menu) => {
    const link = document.createElement('a')
    link.id = 'admin-link'
    link.href = '/admin'
    link.textContent = words.admin
    link.className = 'ws-button'
    menu.before(link)
  }

  const look = async () => {
    const form = document.querySelector('form:has(#password)')
    const place = form ? 'form' : document.querySelector('#user-nav-button') ? 'chat' : ''
    if (place !== asked) {
      asked = place
      about = place ? await ask(place === 'form' ? '/sign-in/hint' : '/me') : null
    }
    if (!about) return
    const now = document.querySelector('form:has(#password)')
    if (now && about.people?.length && !document.querySelector('#demo-sign-ins')) showHint(now, about.people)
    const menu = document.querySelector('#user-nav-button')
    if (menu && about.admin && !document.querySelector('#admin-link')) showAdmin(menu)
  }

  // On a phone the list of conversations is not there to put the conversation into the address: a reload would lose it.
  window.addEventListener('message', (event) => {
    const thread = event.source === window && event.data && event.data.wenshu_thread
    if (thread && location.pathname === '/') history.replaceState(history.state, '', `/thread/${thread}`)
  })

  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
  look()
})()
