/** Parts of statements in a text of bytes (Latin-1). Positions are those of the text. */

/** A value: the text of a number, string or binary value, decoded from UTF-8; null for NULL. */
export type Cell = string | null

const utf8 = new TextDecoder()

/** Texts that are ASCII are not decoded. */
const decode = (bytes: string): string =>
  /[\x80-\xff]/.test(bytes) ? utf8.decode(Buffer.from(bytes, 'latin1')) : bytes

const stops = { "'": /['\\]/g, '"': /["\\]/g, '`': /`/g } as const
type Quote = keyof typeof stops
const isQuote = (character: string | undefined): character is Quote => character !== undefined && character in stops

/**
 * The position behind the quoted text that begins at `at`; -1 if it is not complete. A loop and not one expression: texts of
 * megabytes would overflow the stack of expressions.
 */
function quotedEnd(text: string, at: number, quote: Quote): number {
  const stop = stops[quote]
  stop.lastIndex = at + 1
  for (;;) {
    const found = stop.exec(text)
    // A closing quote may be the first of two, which stand for one.
    if (!found || found.index + 1 >= text.length) return -1
    if (found[0] === '\\' || text[found.index + 1] === quote) stop.lastIndex = found.index + 2
    else return found.index + 1
  }
}

const other = /--(?=\s|$)[^\n]*|#[^\n]*|\/\*[^]*?\*\/|[^'"`;#\-/]+|[#\-/]/y

/** The position behind the semicolon that ends the statement at `at`; -1 if it is not complete. */
export function statementEnd(text: string, at: number): number {
  let position = at
  while (position < text.length) {
    const character = text[position]
    if (character === ';') return position + 1
    if (isQuote(character)) position = quotedEnd(text, position, character)
    else {
      other.lastIndex = position
      // A comment that does not end here, or a quote in a comment of one line that does not.
      if (!other.test(text) || (character === '/' && text[position + 1] === '*' && other.lastIndex === position + 1))
        return -1
      position = other.lastIndex
    }
    if (position < 0) return -1
  }
  return -1
}

const blank = /(?:\s+|--(?:[ \t\r][^\n]*)?\n|#[^\n]*\n|\/\*(?!!)[^]*?\*\/)+/y

/** The position of the next token that is no comment. Versioned comments (`/*!`) are statements. */
function skipBlank(text: string, at: number): number {
  blank.lastIndex = at
  return blank.test(text) ? blank.lastIndex : at
}

const quotedName = /`((?:[^`]|``)+)`|([\w$]+)/y

/** A name, with or without the name of its database. */
function parseName(text: string, at: number): { name: string; end: number } | null {
  quotedName.lastIndex = at
  const match = quotedName.exec(text)
  if (!match) return null
  const end = quotedName.lastIndex
  if (text[end] === '.') return parseName(text, end + 1)
  return { name: decode((match[1] ?? match[2] ?? '').replaceAll('``', '`')), end }
}

const insertStart = /(?:insert|replace)(?:\s+(?:ignore|low_priority|high_priority|delayed))*\s+(?:into\s+)?/iy
const values = /\s*values?\s*(?=\()/iy

export interface InsertHeader {
  table: string
  /** Empty if the statement does not name them. */
  columns: readonly string[]
  /** The position of the first row. */
  end: number
}

/** A statement that inserts rows, up to its first row; null for other statements. */
export function parseInsertHeader(text: string, start: number): InsertHeader | null | 'incomplete' {
  const at = skipBlank(text, start)
  insertStart.lastIndex = at
  if (!insertStart.test(text)) return text.length - at < 64 && !text.includes(';', at) ? 'incomplete' : null
  const table = parseName(text, insertStart.lastIndex)
  if (!table) return text.length - at < 200 ? 'incomplete' : null
  const columns: string[] = []
  let position = skipBlank(text, table.end)
  if (text[position] === '(') {
    do {
      const name = parseName(text, skipBlank(text, position + 1))
      if (!name) return text.length - position < 200 ? 'incomplete' : null
      columns.push(name.name)
      position = skipBlank(text, name.end)
    } while (text[position] === ',')
    if (text[position] !== ')') return position >= text.length ? 'incomplete' : null
    position++
  }
  values.lastIndex = position
  if (!values.test(text)) return text.length - position < 16 ? 'incomplete' : null
  return { table: table.name, columns, end: values.lastIndex }
}

const createStart = /create\s+table\s+(?:if\s+not\s+exists\s+)?/iy

/** The table that the statement at `start` creates; null for other statements. */
export function tableOf(text: string, start: number): string | null {
  createStart.lastIndex = skipBlank(text, start)
  return createStart.test(text) ? (parseName(text, createStart.lastIndex)?.name ?? null) : null
}

/** The names of the columns that a statement creates: each is the first token of a part, in backticks. */
export function parseColumns(statement: string, max: number): string[] {
  const columns: string[] = []
  // Comments of columns are texts.
  const plainStatement = statement.replace(/'(?:[^'\\]|\\[^]|'')*'/g, "''")
  for (const match of plainStatement.matchAll(/(?:^|[,(])\s*`((?:[^`]|``)+)`\s+[a-z]/gim)) {
    if (columns.length === max) break
    columns.push(decode((match[1] ?? '').replaceAll('``', '`')))
  }
  return columns
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  '%': '\\%',
  _: '\\_',
}

const unescape = (text: string, quote: string): string =>
  text.replace(quote === "'" ? /\\([^])|''/g : /\\([^])|""/g, (_, character: string | undefined) =>
    character === undefined ? quote : (escapes[character] ?? character),
  )

const introducer = /_[a-z\d]+\s*(?=['"])/iy
const plain =
  /(?:_[a-z\d]+\s+)?(?:0x([\da-f]*)|x'([\da-f]*)'|b'([01]*)'|(null)|(true|false)|([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?))(?=\s*[,)])/iy

function parseValue(text: string, start: number): { cell: Cell; end: number } | null {
  introducer.lastIndex = start
  const at = introducer.test(text) ? introducer.lastIndex : start
  const quote = text[at]
  if (quote === "'" || quote === '"') {
    const end = quotedEnd(text, at, quote)
    return end < 0 ? null : { cell: decode(unescape(text.slice(at + 1, end - 1), quote)), end }
  }
  plain.lastIndex = start
  const match = plain.exec(text)
  if (!match) return null
  const [, hex, quotedHex, bits, isNull, word, number] = match
  const end = plain.lastIndex
  if (isNull !== undefined) return { cell: null, end }
  if (number !== undefined) return { cell: number, end }
  if (word !== undefined) return { cell: word.toLowerCase() === 'true' ? '1' : '0', end }
  if (bits !== undefined) return { cell: String(Number.parseInt(bits || '0', 2)), end }
  return { cell: utf8.decode(Buffer.from(hex ?? quotedHex ?? '', 'hex')), end }
}

/** A row of a statement that inserts. */
export interface Tuple {
  /** Null if they were not wanted. */
  cells: Cell[] | null
  /** The position behind it, its comma or the semicolon. */
  end: number
  /** Whether the statement ends with it. */
  isLast: boolean
}

/** The text of bytes that a value may need, to tell a wrong one from one that is not complete. */
const longestPlain = 512
const tail = /\s*(?:as\s+\w+\s*|on\s+duplicate\s+key\s+update[^;]*)?;/iy

/** The position behind the row at `at`, whose values are not wanted; -1 if it is not complete. */
function tupleEnd(text: string, at: number): number {
  let position = at + 1
  const stop = /['")]/g
  for (;;) {
    stop.lastIndex = position
    const found = stop.exec(text)
    if (!found) return -1
    const [character] = found
    if (!isQuote(character)) return found.index + 1
    position = quotedEnd(text, found.index, character)
    if (position < 0) return -1
  }
}

/** The row at `start`. */
export function parseTuple(text: string, start: number, isWanted: boolean): Tuple | 'incomplete' | 'malformed' {
  let at = skipBlank(text, start)
  if (at >= text.length) return 'incomplete'
  if (text[at] !== '(') return 'malformed'
  let cells: Cell[] | null = null
  if (isWanted) {
    const row = parseCells(text, at)
    if (typeof row === 'string') return row
    cells = row.cells
    at = row.end
  } else {
    at = tupleEnd(text, at)
    if (at < 0) return 'incomplete'
  }
  const next = skipBlank(text, at)
  if (next >= text.length) return 'incomplete'
  if (text[next] === ',') return { cells, end: next + 1, isLast: false }
  tail.lastIndex = next
  if (tail.test(text)) return { cells, end: tail.lastIndex, isLast: true }
  return text.length - next < longestPlain ? 'incomplete' : 'malformed'
}

function parseCells(text: string, start: number): { cells: Cell[]; end: number } | 'incomplete' | 'malformed' {
  const cells: Cell[] = []
  let at = start
  do {
    at = skipBlank(text, at + 1)
    const value = parseValue(text, at)
    if (!value) return isOpen(text, at) ? 'incomplete' : 'malformed'
    cells.push(value.cell)
    at = skipBlank(text, value.end)
  } while (text[at] === ',')
  if (at >= text.length) return 'incomplete'
  return text[at] === ')' ? { cells, end: at + 1 } : 'malformed'
}

/** Whether more text may make a value of what is at `at`. */
function isOpen(text: string, at: number): boolean {
  return text.length - at < longestPlain || /^(?:_\w+\s*)?(?:[xXb]?'|"|0x)/i.test(text.slice(at, at + 64))
}
