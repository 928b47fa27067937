// The dialog under a thumb, made ours: what is wrong, in words or a click, and the right SQL from those who may give it.
let asks = null
let thumb = null // the one that opened the dialog: {bad, step}
let given = { reasons: new Set(), sql: '', taken: '' }

const make = (tag, values = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), values)
  made.append(...children)
  return made
}

const questions = async () => {
  if (!asks) {
    const answer = await fetch('/verdict', { credentials: 'same-origin' })
    asks = answer.ok ? await answer.json() : null
  }
  return asks
}

const chip = (reason) => {
  const button = make('button', { type: 'button', textContent: reason.label })
  button.dataset.reason = reason.name
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const chosen = !given.reasons.has(reason.name)
    chosen ? given.reasons.add(reason.name) : given.reasons.delete(reason.name)
    button.setAttribute('aria-pressed', String(chosen))
  })
  return button
}

const correction = () => {
  const box = make('textarea', { id: 'ws-correct', spellcheck: false, rows: 5 })
  box.setAttribute('aria-label', asks.words.correct)
  box.addEventListener('input', () => (given.sql = box.value.trim()))
  const problem = make('p', { id: 'ws-correct-problem', className: 'ws-problem' })
  problem.setAttribute('role', 'alert')
  return make(
    'details',
    {},
    make('summary', { textContent: asks.words.correct }),
    make('p', { className: 'ws-note', textContent: asks.words.correct_hint }),
    box,
    problem
  )
}

const ask = async (words) => {
  if (!(await questions()) || !words.isConnected || document.querySelector('#ws-verdict')) return
  const box = make('div', { id: 'ws-verdict' })
  if (thumb?.bad) {
    const chips = make('div', { className: 'ws-chips' }, ...asks.reasons.map(chip))
    chips.setAttribute('role', 'group')
    chips.setAttribute('aria-label', asks.words.reasons)
    box.append(make('p', { textContent: asks.words.reasons }), chips)
    words.before(box)
    if (asks.correct) words.after(correction())
  } else {
    box.append(make('p', { className: 'ws-note', textContent: asks.words.offers }))
    words.before(box)
  }
}

// Chainlit's dialog closes once it is sent: a SQL that would be refused is told before that.
const check = async (submit) => {
  const problem = document.querySelector('#ws-correct-problem')
  const answer = await fetch('/verdict/check', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ step: thumb.step, sql: given.sql })
  })
  if (answer.ok) {
    given.taken = given.sql
    submit.click()
  } else if (problem) problem.textContent = (await answer.json()).detail
}

document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('button')
    const own = button?.className.includes('-feedback-o') ? button : button?.parentElement?.querySelector('[class*="-feedback-on"]')
    if (own) {
      const step = own.closest('[id^="step-"]')?.id.slice('step-'.length) || ''
      thumb = { bad: own.className.includes('negative-feedback'), step }
      given = { reasons: new Set(), sql: '', taken: '' }
    }
    const submit = event.target.closest('#submit-feedback')
    if (submit && given.sql && given.sql !== given.taken) {
      event.preventDefault()
      event.stopPropagation()
      check(submit)
    }
  },
  true
)

// What was chosen goes along with what Chainlit sends.
const send = window.fetch
window.fetch = (address, options) => {
  if (options?.method === 'PUT' && String(address).endsWith('/feedback') && typeof options.body === 'string') {
    const more = { reasons: [...given.reasons], sql: given.sql }
    options = { ...options, body: JSON.stringify({ ...JSON.parse(options.body), ...more }) }
  }
  return send(address, options)
}

new MutationObserver(() => {
  const submit = document.querySelector('#submit-feedback')
  const words = submit?.closest('[role=dialog]')?.querySelector('textarea:not(#ws-correct)')
  if (words && !document.querySelector('#ws-verdict')) ask(words)
}).observe(document.documentElement, { childList: true, subtree: true })
