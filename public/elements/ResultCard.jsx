import { useMemo, useState } from 'react'
import { ArrowDown, ArrowUp, BadgeCheck, Check, ChevronLeft, ChevronRight, Copy, Download, RefreshCw, Search } from 'lucide-react'
import { useChatData } from '@chainlit/react-client'

const PAGE = 20
const NUMERIC = ['integer', 'number']
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

function Tiles({ columns, row, formats }) {
  return (
    <div className="ws-tiles">
      {columns.map((column, index) => (
        <div key={index} className="ws-tile">
          <div className="ws-tile-value">{formats[index](row[index]) || '—'}</div>
          <div className="ws-tile-name">{column.name}</div>
        </div>
      ))}
    </div>
  )
}

function Table({ columns, rows, formats, words, locale }) {
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
                  className={NUMERIC.includes(column.type) ? 'ws-right' : ''}
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
              <tr key={number}>
                {columns.map((column, index) => {
                  const text = formats[index](row[index])
                  const kind = NUMERIC.includes(column.type) ? 'ws-right' : ''
                  return (
                    <td key={index} className={kind} title={text.length > 40 ? text : undefined}>
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
      <pre>
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

export default function ResultCard() {
  const { columns, rows, words, sql, interpretation, source } = props
  const { loading, connected } = useChatData()
  const locale = props.language === 'zh' ? 'zh-CN' : 'en-US'
  const [tab, setTab] = useState('data')
  const formats = useMemo(
    () =>
      columns.map((column, index) =>
        formatter(
          column,
          rows.map((row) => row[index]),
          locale,
          words
        )
      ),
    [columns, rows]
  )
  const tabs = ['data', ...(sql ? ['sql'] : []), ...(interpretation.length || props.trace ? ['how'] : [])]
  const small = rows.length === 1 && columns.length <= 4
  const count = fill(props.truncated ? words.cut : words.rows, { n: rows.length.toLocaleString(locale) })
  return (
    <section className="ws-card" data-card="result" data-rows={rows.length}>
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
      <div className="ws-body">
        {tab === 'data' && small ? <Tiles columns={columns} row={rows[0]} formats={formats} /> : null}
        {tab === 'data' && !small ? (
          <Table columns={columns} rows={rows} formats={formats} words={words} locale={locale} />
        ) : null}
        {tab === 'sql' ? <Sql text={sql} words={words} /> : null}
        {tab === 'how' ? (
          <ul className="ws-how">
            {interpretation.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
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
