// A question that is being typed when the sign-in ends: its words are in the box again after the next one. They are kept in
// this tab alone, for the person who typed them and the conversation they were typed in, until they are sent.
const KEPT = 'wenshu-typed'
let box = null
let typist = ''

const read = () => JSON.parse(sessionStorage.getItem(KEPT) || 'null')
const write = (typed) => sessionStorage.setItem(KEPT, JSON.stringify(typed))
const forget = () => sessionStorage.removeItem(KEPT)

const keep = () => {
  if (box.value) write({ person: typist, path: location.pathname, text: box.value })
  else forget()
}

const fill = (text) => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

// Chainlit leads everybody from there to a new conversation.
export const signingIn = () => {
  const typed = read()
  if (typed && !typed.away) write({ ...typed, away: true })
}

export const chatting = (person) => {
  typist = person
  let typed = read()
  if (typed && typed.person !== person) typed = forget()
  if (typed?.away) {
    write({ ...typed, away: false })
    if (location.pathname !== typed.path) return location.replace(location.origin + typed.path)
  }
  const shown = document.querySelector('#chat-input')
  if (!shown || shown === box) return
  box = shown
  box.addEventListener('input', keep)
  if (box.value) keep()
  else if (typed?.path === location.pathname) fill(typed.text)
}

// Before Chainlit hears of it: with the first question it puts another box into the page.
const sends = ({ type, target, key, shiftKey, isComposing }) =>
  type === 'click' ? target.closest('#chat-submit') : target === box && key === 'Enter' && !shiftKey && !isComposing
const forgetSent = (event) => {
  if (sends(event) && document.querySelector('#chat-submit:not([disabled])')) forget()
}
document.addEventListener('click', forgetSent, true)
document.addEventListener('keydown', forgetSent, true)
