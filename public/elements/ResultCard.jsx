import { useMemo, useRef, useState } from 'react'
import { useRecoilState } from 'recoil'
import { ArrowDown, ArrowUp, BadgeCheck, CalendarClock, Check, ChevronDown, ChevronLeft, ChevronRight, Copy, Download, RefreshCw, Search } from 'lucide-react'
import { elementState, useChatData, useChatInteract } from '@chainlit/react-client'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'

const PAGE = 20
const NUMERIC = ['integer', 'number']
const LONG = 14 // characters of a text cell, from which it goes on in the next line where the figures need the width
const PLAIN_INTEGER = /(^|_)(id|year|code|no|month|day|week|hour)$|编号|编码|代码|年份|月份|^年$|^月$/i
const MONTH = /(^|[_ ])month$|月份?$/i
const FIRST_OF_MONTH = /^\d{4}-\d\d-01([T ]00:00(:00)?(\.0+)?([+-]\d\d:?\d\d|Z)?)?$/
const KEYWORDS =
  /^(select|from|where|group|by|order|having|limit|offset|join|left|right|inner|outer|full|cross|on|as|and|or|not|in|is|null|between|like|ilike|case|when|then|else|end|with|union|all|distinct|asc|desc|over|partition|cast|interval|date|timestamp|exists|using|nulls|last|first|filter)$/i

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])

// As many decimals for a whole column as its figures have: two at most, four where all are below one.
function decimals(values) {
  const numbers = values.filter((value) => typeof value === 'number')
  const most = numbers.some((value) => Math.abs(value) >= 1) ? 2 : 4
  const places = (value) => (String(Number(value.toFixed(most))).split('.')[1] || '').length
  return numbers.reduce((found, value) => Math.max(found, places(value)), 0)
}

function figures(values, locale) {
  const digits = decimals(values)
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const tiny = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })
  return (value) => (value !== 0 && Number(value.toFixed(digits)) === 0 ? tiny : number).format(value)
}

const isFigure = (column) => column.type === 'number' && !column.name.includes('%')

// Rows of several figures, as of a scorecard: 12 complaints stand beside 45.12 CNY, so decimals belong to the row.
function wholeRows(columns, rows) {
  const places = columns.map((column, index) => (isFigure(column) ? index : -1)).filter((index) => index >= 0)
  const isWhole = (row) => places.every((index) => row[index] === null || Number.isInteger(row[index]))
  return places.length > 1 && columns[0].type === 'text' ? new Set(rows.filter(isWhole)) : new Set()
}

function formattersOf(columns, rows, locale, words) {
  const whole = wholeRows(columns, rows)
  return columns.map((column, index) => {
    const values = (some) => some.map((row) => row[index])
    const format = formatter(column, values(rows), locale, words)
    if (!isFigure(column) || !whole.size) return format
    const plain = formatter(column, values([...whole]), locale, words)
    return (value, row) => (whole.has(row) ? plain : format)(value)
  })
}

function formatter(column, values, locale, words) {
  const number = figures(values, locale)
  const grouped = !(column.type === 'integer' && PLAIN_INTEGER.test(column.name))
  const months =
    MONTH.test(column.name) && values.every((value) => value === null || FIRST_OF_MONTH.test(String(value)))
  return (value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return grouped ? number(value) : String(value)
    if (months) return String(value).slice(0, 7)
    if (column.type === 'datetime') {
      const text = String(value).replace('T', ' ').replace(/\.\d+/, '').replace(/([+-]\d\d:?\d\d|Z)$/, '')
      return text.replace(/ 00:00:00$/, '')
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

function compare(left, right, collator) {
  if (left === right) return 0
  if (left === null || left === undefined) return 1
  if (right === null || right === undefined) return -1
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return collator.compare(String(left), String(right))
}

async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  document.body.appendChild(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('copy refused')
}

// The chart stands above the card as an element of the page's own; another of its kinds is another address of it.
// The colour that is seen behind an element: that of the first around it that has one.
function ground(element) {
  for (let one = element; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor
    if (colour && colour !== 'transparent' && !/, 0\)$/.test(colour)) return colour
  }
  return 'white'
}

// A text in lines that fit a width, broken between words or, where there are none, anywhere.
function inLines(text, font, width) {
  const pen = document.createElement('canvas').getContext('2d')
  pen.font = font
  const lines = ['']
  for (const piece of text.match(/[\x21-\u2e7f]+|\s+|[^\s][）」】》。，、；：？！]*/g) || []) {
    if (lines[0] && pen.measureText(lines[lines.length - 1] + piece).width > width) lines.push('')
    lines[lines.length - 1] += lines[lines.length - 1] ? piece : piece.trimStart()
  }
  return lines
}

// Above a picture that is taken away: what was asked, when and of which database; the axis keeps its name below.
function captioned(plot, { title, about }) {
  const plain = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const width = plot.clientWidth - 24
  const lines = [
    ...inLines(title, 'bold 15px sans-serif', width).map((line) => `<b>${plain(line)}</b>`),
    ...inLines(about, '12px sans-serif', width).map((line) => `<span style="font-size:12px">${plain(line)}</span>`),
    ...(plot.layout.title?.text ? [plot.layout.title.text] : [])
  ].filter((line) => !/^<(b|span)[^>]*><\//.test(line))
  const place = { x: 0, xref: 'container', xanchor: 'left', y: 1, yanchor: 'top', pad: { t: 22, l: 8 } } // Plotly sets the first line by its foot
  const margin = { ...plot.layout.margin, t: (plot.layout.margin?.t || 24) + 22 * lines.length }
  return { title: { font: { size: 15 }, ...place, text: lines.join('<br>') }, margin }
}

function ChartBar({ chart, words }) {
  const [elements, setElements] = useRecoilState(elementState)
  const [view, setView] = useState(0)
  const [top, setTop] = useState(0)
  const away = useRef(null)
  const bar = useRef(null)
  const ident = `${chart.turn}-chart`
  const element = elements.find((one) => one.id === ident) || away.current
  const shown = elements.some((one) => one.id === ident)
  if (!element) return null
  const tops = chart.views[view].tops
  const show = (wanted, most) => {
    setView(wanted)
    setTop(most)
    const url = `/turns/${chart.turn}/chart?view=${wanted}${most ? `&top=${most}` : ''}`
    const changed = { ...element, url }
    away.current = null
    setElements((old) => [...old.filter((one) => one.id !== ident), changed])
  }
  const hide = () => {
    away.current = element
    setElements((old) => old.filter((one) => one.id !== ident))
  }
  const save = async () => {
    const message = bar.current.closest('.message-content') || bar.current.closest('[data-step-type]') || document
    const told = await fetch(`/turns/${chart.turn}/caption`, { credentials: 'same-origin' }).catch(() => null)
    const caption = told?.ok ? await told.json() : null
    const plot = message.querySelector('.js-plotly-plot') // looked for last: the page may have drawn it anew
    if (!plot) return
    const drawn = { ...plot.layout }
    plot.layout.paper_bgcolor = ground(plot) // on the page it is seen through: a saved picture stands alone
    if (caption) Object.assign(plot.layout, captioned(plot, caption))
    plot.querySelector('.modebar-btn')?.click() // copies the layout before it returns
    Object.assign(plot.layout, { title: undefined, ...drawn })
  }
  return (
    <div className="ws-chartbar" ref={bar} role="group" aria-label={words.chart}>
      {chart.views.map((one, index) => (
        <button
          key={index}
          className="ws-pick"
          data-chart={one.kind}
          aria-pressed={shown && view === index}
          onClick={() => show(index, 0)}
        >
          {words[`chart_${one.kind}`]}
        </button>
      ))}
      <button className="ws-pick" data-chart="table" aria-pressed={!shown} onClick={hide} disabled={!shown}>
        {words.chart_table}
      </button>
      {shown && tops.length > 1 ? (
        <select aria-label={words.chart_top} value={top || tops[tops.length - 1]} onChange={(event) => show(view, Number(event.target.value))}>
          {tops.map((most) => (
            <option key={most} value={most}>
              {fill(words.chart_first, { n: most })}
            </option>
          ))}
        </select>
      ) : null}
      {shown ? (
        <button className="ws-pick" data-chart="save" onClick={save}>
          <Download size={13} aria-hidden />
          {words.chart_save}
        </button>
      ) : null}
    </div>
  )
}

// A part of what was asked: choosing another asks the changed query as a question of its own.
function Chip({ part, place, turn, words, disabled }) {
  const { sendMessage } = useChatInteract()
  const [offered, setOffered] = useState(null)
  const open = async (opens) => {
    if (!opens || offered) return
    const answer = await fetch(`/turns/${turn}/changes/${place}`, { credentials: 'same-origin' }).catch(() => null)
    setOffered(answer?.ok ? await answer.json() : [])
  }
  const ask = (one) =>
    sendMessage({
      threadId: '',
      id: crypto.randomUUID ? crypto.randomUUID() : uuid(),
      name: 'User',
      type: 'user_message',
      output: one.asked,
      createdAt: new Date().toISOString(),
      metadata: { location: window.location.href, query: one.query }
    })
  return (
    <DropdownMenu onOpenChange={open}>
      <DropdownMenuTrigger asChild>
        <button className="ws-chip" data-part={part.kind} disabled={disabled}>
          <span>{part.name}</span> {part.label} <ChevronDown size={12} aria-hidden />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="ws-menu" align="start" collisionPadding={8}>
        {offered === null ? <DropdownMenuItem disabled>{words.chips_wait}</DropdownMenuItem> : null}
        {offered?.length === 0 ? <DropdownMenuItem disabled>{words.chips_none}</DropdownMenuItem> : null}
        {(offered || []).map((one, index) => (
          <DropdownMenuItem key={index} disabled={one.current} onSelect={() => ask(one)}>
            {one.current ? <Check size={13} aria-hidden /> : null}
            {one.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

// Browsers have randomUUID on safe addresses only; a chat in an office may be plain http.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function Tiles({ columns, row, formats }) {
  return (
    <div className="ws-tiles">
      {columns.map((column, index) => (
        <div key={index} className="ws-tile">
          <div className="ws-tile-value">{formats[index](row[index], row) || '—'}</div>
          <div className="ws-tile-name">{column.name}</div>
        </div>
      ))}
    </div>
  )
}

function Table({ columns, rows, formats, words, locale, totals, marked }) {
  const [sort, setSort] = useState(null)
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(0)
  const found = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    if (!wanted) return rows
    return rows.filter((row) =>
      row.some(
        (value, index) =>
          formats[index](value).toLowerCase().includes(wanted) || String(value ?? '').toLowerCase().includes(wanted)
      )
    )
  }, [rows, filter])
  const sorted = useMemo(() => {
    if (!sort) return found
    const collator = new Intl.Collator(locale, { numeric: true })
    const way = sort.down ? -1 : 1
    return [...found].sort((a, b) => {
      const [left, right] = [a[sort.column], b[sort.column]]
      const empty = [left, right].some((value) => value === null || value === undefined)
      return compare(left, right, collator) * (empty ? 1 : way)
    })
  }, [found, sort])
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE))
  const shown = Math.min(page, pages - 1)
  const kinds = useMemo(
    () =>
      columns.map((column, index) => {
        if (NUMERIC.includes(column.type)) return 'ws-right'
        return column.type === 'text' && rows.some((row) => String(row[index] ?? '').length > LONG) ? 'ws-long' : ''
      }),
    [columns, rows]
  )
  const toggle = (index) => {
    setPage(0)
    if (!sort || sort.column !== index) setSort({ column: index, down: NUMERIC.includes(columns[index].type) })
    else if (sort.down === NUMERIC.includes(columns[index].type)) setSort({ column: index, down: !sort.down })
    else setSort(null)
  }
  return (
    <div>
      {rows.length > 8 ? (
        <label className="ws-filter">
          <Search size={14} />
          <input
            value={filter}
            placeholder={words.filter}
            aria-label={words.filter}
            onChange={(event) => {
              setFilter(event.target.value)
              setPage(0)
            }}
          />
          {filter.trim() ? <span>{fill(words.shown, { n: found.length })}</span> : null}
        </label>
      ) : null}
      <div className="ws-scroll">
        <table className="ws-table">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={index}
                  className={kinds[index]}
                  aria-sort={sort?.column === index ? (sort.down ? 'descending' : 'ascending') : 'none'}
                >
                  <button title={words.sort} onClick={() => toggle(index)}>
                    {column.name}
                    {sort?.column === index ? sort.down ? <ArrowDown size={12} /> : <ArrowUp size={12} /> : null}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(shown * PAGE, (shown + 1) * PAGE).map((row, number) => (
              <tr key={number} className={marked?.has(row) ? 'ws-new' : undefined}>
                {columns.map((column, index) => {
                  const text = formats[index](row[index], row)
                  return (
                    <td key={index} className={kinds[index]} title={text.length > 40 ? text : undefined}>
                      {text === '' ? <span className="ws-empty">—</span> : text}
                    </td>
                  )
                })}
              </tr>
            ))}
            {sorted.length === 0 ? (
              <tr>
                <td colSpan={columns.length} className="ws-none">
                  {words.none}
                </td>
              </tr>
            ) : null}
          </tbody>
          {totals && !filter.trim() ? (
            <tfoot>
              <tr>
                {columns.map((column, index) => {
                  const sum = totals.values[index]
                  const text = index === 0 && sum === null ? words[`total_${totals.of}`] : ''
                  return (
                    <td key={index} className={kinds[index]}>
                      {sum === null ? text : formats[index](sum)}
                    </td>
                  )
                })}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      {pages > 1 ? (
        <div className="ws-pages">
          <button aria-label={words.previous} disabled={shown === 0} onClick={() => setPage(shown - 1)}>
            <ChevronLeft size={16} />
          </button>
          <span>{fill(words.page, { page: shown + 1, pages })}</span>
          <button aria-label={words.next} disabled={shown >= pages - 1} onClick={() => setPage(shown + 1)}>
            <ChevronRight size={16} />
          </button>
        </div>
      ) : null}
    </div>
  )
}

function Sql({ text, words }) {
  const [state, setState] = useState('')
  const pieces = text.match(/'(?:[^']|'')*'|--[^\n]*|"[^"]*"|\b\d+(?:\.\d+)?\b|\w+|\s+|[^\w\s]/g) || []
  const kind = (piece) => {
    if (piece.startsWith("'")) return 'ws-sql-text'
    if (piece.startsWith('--')) return 'ws-sql-note'
    if (/^\d/.test(piece)) return 'ws-sql-number'
    return KEYWORDS.test(piece) ? 'ws-sql-word' : undefined
  }
  const copy = () =>
    copyText(text)
      .then(() => setState('copied'))
      .catch(() => setState('copy_failed'))
  return (
    <div className="ws-sql">
      <button className="ws-button" onClick={copy}>
        {state === 'copied' ? <Check size={14} /> : <Copy size={14} />}
        {words[state || 'copy']}
      </button>
      <pre tabIndex={0}>
        <code>
          {pieces.map((piece, index) => (
            <span key={index} className={kind(piece)}>
              {piece}
            </span>
          ))}
        </code>
      </pre>
    </div>
  )
}

// A link that opens for whoever may see the same data.
function LinkButton({ turn, words }) {
  const [state, setState] = useState({})
  const copy = async () => {
    try {
      const answer = await fetch(`/answers/${turn}/share`, { method: 'POST', credentials: 'same-origin' })
      const told = await answer.json()
      if (!answer.ok) return setState({ said: told.detail || words.link_failed })
      await copyText(location.origin + told.path)
      setState({ done: true, said: words.link_copied })
    } catch {
      setState({ said: words.link_failed })
    }
  }
  return (
    <button className="ws-button" data-link onClick={copy} aria-live="polite">
      {state.done ? <Check size={14} /> : <Copy size={14} />}
      {state.said || words.link}
    </button>
  )
}

// The SQL changed by hand: run under the reader's own rights, beside what it differs in; nothing of the answer changes.
function Edited({ text, words, locale }) {
  const [sql, setSql] = useState(null)
  const [state, setState] = useState({})
  if (sql === null)
    return (
      <div className="ws-edit">
        <button className="ws-button" data-edit onClick={() => setSql(text)}>
          {words.edit}
        </button>
      </div>
    )
  const send = async (path, body) => {
    setState({ busy: true })
    const answer = await fetch(`/turns/${props.turn}/sql${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body)
    }).catch(() => null)
    const told = await answer?.json().catch(() => null)
    if (!answer?.ok) return { problem: told?.detail || words.copy_failed }
    return told
  }
  const run = async (yes) => setState({ ...(await send('', { sql, yes })), ran: sql })
  const offer = async () => {
    const before = state
    setState({ ...before, ...(await send('/offer', { sql })), offered: sql })
  }
  const same = sql.trim() === text.trim()
  return (
    <div className="ws-edit">
      <textarea
        aria-label={words.edit_label}
        spellCheck={false}
        rows={Math.min(16, sql.split('\n').length + 1)}
        value={sql}
        onChange={(event) => setSql(event.target.value)}
      />
      <div className="ws-acts">
        <button className="ws-button ws-main" data-run disabled={state.busy || same} onClick={() => run(false)}>
          {state.busy ? words.running : words.run}
        </button>
        <button
          className="ws-button"
          onClick={() => {
            setSql(null)
            setState({})
          }}
        >
          {words.undo_edit}
        </button>
        {props.teaches && state.columns && state.ran === sql && state.offered !== sql ? (
          <button className="ws-button" data-offer disabled={state.busy} onClick={offer}>
            {words.offer}
          </button>
        ) : null}
      </div>
      <div role="status">
        {state.problem ? <p className="ws-problem">{state.problem}</p> : null}
        {state.confirm ? (
          <p>
            {state.confirm}{' '}
            <button className="ws-button" onClick={() => run(true)}>
              {words.run_anyway}
            </button>
          </p>
        ) : null}
        {state.difference ? (
          <p data-difference>
            {fill(words.edited_rows, { n: state.row_count })} {state.difference}
          </p>
        ) : null}
        {state.said ? <p>{state.said}</p> : null}
      </div>
      {state.columns ? <EditedRows state={state} words={words} locale={locale} /> : null}
    </div>
  )
}

function EditedRows({ state, words, locale }) {
  const formats = formattersOf(state.columns, state.rows, locale, words)
  return (
    <Table
      columns={state.columns}
      rows={state.rows}
      formats={formats}
      words={words}
      locale={locale}
      marked={new Set(state.new_rows.map((place) => state.rows[place]))}
    />
  )
}

export default function ResultCard() {
  const { columns, rows, words, sql, interpretation, source } = props
  const { loading, connected } = useChatData()
  const locale = props.language === 'zh' ? 'zh-CN' : 'en-US'
  const [tab, setTab] = useState('data')
  const formats = useMemo(() => formattersOf(columns, rows, locale, words), [columns, rows])
  const tabs = ['data', ...(sql ? ['sql'] : []), ...(interpretation.length || props.trace ? ['how'] : [])]
  const small = rows.length === 1 && columns.length <= 4
  const count = fill(props.truncated ? words.cut : words.rows, { n: rows.length.toLocaleString(locale) })
  return (
    <section className="ws-card" data-card="result" aria-label={words.card} data-rows={rows.length}>
      {props.chart?.views ? <ChartBar chart={props.chart} words={words} /> : null}
      <header>
        <div role="tablist" className="ws-tabs">
          {tabs.map((name) => (
            <button key={name} role="tab" data-tab={name} aria-selected={tab === name} onClick={() => setTab(name)}>
              {words[name]}
            </button>
          ))}
        </div>
        {source ? (
          <span className={`ws-badge ws-source-${source}`} title={words[`source_hint_${source}`]}>
            {['verified', 'metric'].includes(source) ? <BadgeCheck size={13} /> : null}
            {words[`source_${source}`]}
          </span>
        ) : null}
      </header>
      {props.understood ? <div className="ws-understood">{props.understood}</div> : null}
      {props.parts?.length ? (
        <div className="ws-asked" role="group" aria-label={words.chips}>
          {props.parts.map((part, place) => (
            <Chip key={place} part={part} place={place} turn={props.turn} words={words} disabled={loading || !connected} />
          ))}
        </div>
      ) : null}
      <div className="ws-body">
        {tab === 'data' && small ? <Tiles columns={columns} row={rows[0]} formats={formats} /> : null}
        {tab === 'data' && !small ? (
          <Table columns={columns} rows={rows} formats={formats} words={words} locale={locale} totals={props.totals} />
        ) : null}
        {tab === 'sql' ? <Sql text={sql} words={words} /> : null}
        {tab === 'sql' && props.edits ? <Edited text={sql} words={words} locale={locale} /> : null}
        {tab === 'how' ? (
          <ul className="ws-how">
            {interpretation.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
            {props.chart?.why ? <li className="ws-note">{props.chart.why}</li> : null}
            {source ? <li className="ws-note">{words[`source_hint_${source}`]}</li> : null}
            {props.trace ? (
              <li className="ws-note">
                <a href={props.trace} target="_blank" rel="noreferrer" data-trace>
                  {words.trace}
                </a>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
      {tab === 'data' ? (
        <footer>
          <span>
            {count}
            {props.remembered ? ` · ${fill(source === 'cached' ? words.remembered : words.read_at, { time: props.remembered })}` : ''}
          </span>
          {props.refresh ? (
            <button
              className="ws-button"
              data-refresh
              disabled={loading || !connected}
              onClick={() => sendUserMessage(props.refresh, words.refresh)}
            >
              <RefreshCw size={14} />
              {words.refresh}
            </button>
          ) : null}
          {props.link ? <LinkButton turn={props.link} words={words} /> : null}
          {props.schedule ? (
            <a className="ws-button" data-schedule href={props.schedule} target="_blank" rel="noreferrer">
              <CalendarClock size={14} aria-hidden />
              {words.schedule}
            </a>
          ) : null}
          {props.download ? (
            <span className="ws-downloads">
              <Download size={14} aria-hidden />
              {['csv', 'xlsx'].map((kind) => (
                <a key={kind} className="ws-button" data-download={kind} href={`${props.download}.${kind}`} download>
                  {words[`download_${kind}`]}
                </a>
              ))}
            </span>
          ) : null}
        </footer>
      ) : null}
    </section>
  )
}
