import type { LegalBlock, LegalList, LegalRun } from '@yunmu/contract'
import { isLink } from '@yunmu/urls'
import { Lexer, type Token, type Tokens } from 'marked'

/** Headings of a text are below the page's own. */
const [topLevel, lowestLevel] = [2, 4]

/**
 * Parses Markdown (CommonMark with tables) into the parts that pages know. Pictures become their description, and HTML stays
 * text: whatever an operator pastes, a page contains no element and no address that is not listed here.
 */
export const parseMarkdown = (text: string): LegalBlock[] => Lexer.lex(text, { gfm: true }).flatMap(blocksOf)

function blocksOf(token: Token): LegalBlock[] {
  switch (token.type) {
    case 'heading':
      return [{ is: 'heading', level: levelOf(token), runs: runsOf(token.tokens) }]
    case 'list':
      return isList(token) ? [listOf(token)] : []
    case 'table':
      return isTable(token) ? [tableOf(token)] : []
    case 'blockquote':
      return [{ is: 'quote', runs: textsOf(token.tokens ?? []) }]
    case 'hr':
      return [{ is: 'rule' }]
    case 'code':
      return [{ is: 'paragraph', runs: [{ text: String(token.text).trimEnd(), mark: 'code' }] }]
    case 'space':
    case 'def':
      return []
    default:
      return paragraphOf(token)
  }
}

const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'

const levelOf = (token: Token): number =>
  Math.min(lowestLevel, Math.max(topLevel, 'depth' in token ? Number(token.depth) : topLevel))

function paragraphOf(token: Token): LegalBlock[] {
  const runs = runsOf('tokens' in token && token.tokens ? token.tokens : [token])
  return runs.length === 0 ? [] : [{ is: 'paragraph', runs }]
}

const tableOf = ({ header, rows }: Tokens.Table): LegalBlock => ({
  is: 'table',
  head: header.map((cell) => runsOf(cell.tokens)),
  rows: rows.map((row) => row.map((cell) => runsOf(cell.tokens))),
})

const startOf = ({ ordered, start }: Tokens.List): number | null => (ordered ? Number(start) || 1 : null)

function listOf(list: Tokens.List): LegalBlock {
  const items = list.items.map(({ tokens }) => ({
    runs: textsOf(tokens.filter((token) => !isList(token))),
    inner: innerOf(tokens.filter(isList)),
  }))
  return { is: 'list', start: startOf(list), items }
}

/** The lists inside an item as one; lists inside these become its text. */
function innerOf(lists: readonly Tokens.List[]): LegalList | null {
  const [first] = lists
  if (!first) return null
  return { start: startOf(first), items: lists.flatMap(({ items }) => items.map(({ tokens }) => textsOf(tokens))) }
}

/** The text of blocks, each on a line of its own. */
function textsOf(tokens: readonly Token[]): LegalRun[] {
  const parts = tokens
    .flatMap((token) => (isList(token) ? token.items.map((item) => textsOf(item.tokens)) : [inlineOf(token)]))
    .filter((runs) => runs.length > 0)
  return parts.flatMap((runs, at) => (at === 0 ? runs : [{ text: '\n' }, ...runs]))
}

const inlineOf = (token: Token): LegalRun[] =>
  token.type === 'space' ? [] : runsOf('tokens' in token && token.tokens ? token.tokens : [token])

/** How the text around a token appears. */
type Look = Omit<LegalRun, 'text'>

const runsOf = (tokens: readonly Token[] = [], look: Look = {}): LegalRun[] =>
  tokens.flatMap((token) => runOf(token, look))

function runOf(token: Token, look: Look): LegalRun[] {
  const inner = 'tokens' in token ? token.tokens : undefined
  switch (token.type) {
    case 'strong':
    case 'em':
      return runsOf(inner, { ...look, mark: token.type })
    case 'link':
      return runsOf(inner, { ...look, ...linkOf(String(token.href)) })
    case 'codespan':
      return [{ text: String(token.text), ...look, mark: 'code' }]
    case 'br':
      return [{ text: '\n', ...look }]
    case 'html':
    case 'tag':
      return [{ text: token.raw.trimEnd(), ...look }]
    default:
      if (inner && inner.length > 0) return runsOf(inner, look)
      return textRuns('text' in token ? String(token.text) : token.raw, look)
  }
}

/**
 * CommonMark takes `**重点：**后文` for no emphasis, because punctuation stands before the end mark and no space after it
 * (0.31, §6.2, right-flanking). Chinese text has no spaces there.
 */
const textRuns = (text: string, look: Look): LegalRun[] =>
  text.split(/\*\*([^*\n]+)\*\*/).flatMap((part, at): LegalRun[] => {
    if (part === '') return []
    return [at % 2 === 0 ? { text: part, ...look } : { text: part, ...look, mark: 'strong' }]
  })

const linkOf = (href: string): Pick<Look, 'href'> =>
  isLink(href) || /^mailto:[^\s@:/?#]+@[^\s@:/?#]+$/.test(href) ? { href } : {}
