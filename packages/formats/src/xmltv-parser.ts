import { SaxesParser } from 'saxes'
import { addText, beginField, finishEntry, isEntry, type EntryDraft } from './xmltv-entry.ts'
import { XmltvError, type XmltvEntry, type XmltvProblem } from './xmltv.ts'

export interface XmltvParser {
  /** Takes some next characters and returns the entries that have come to their end. @throws XmltvError */
  write(text: string): XmltvEntry[]
  /** The file is at its end. @throws XmltvError where it should not be */
  end(): XmltvEntry[]
}

const DEEPEST = 12
const MOST_ATTRIBUTES = 32
/** How much the parser may hold back before it has made something of it. */
const LONGEST_HELD = 256 * 1024

/** Turns XML into entries. Limits are watched from outside: the parser gathers texts, names and comments of any length. */
export function createXmltvParser(options: { zoneMinutes: number; maxProgrammes: number }): XmltvParser {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const fail = (problem: XmltvProblem, cause?: unknown): never => {
    throw new XmltvError(problem, parser.line, { cause })
  }
  const assembly = createAssembly({ ...options, fail })
  let held = 0
  let attributes = 0
  const heard = (): void => {
    held = 0
  }

  // The parser keeps each handler as a property; with an eighth it becomes a dictionary and reads at a fifth of the speed.
  parser.on('doctype', (doctype) => (doctype.includes('[') ? fail('entities') : heard()))
  parser.on('attribute', () => {
    heard()
    if (++attributes > MOST_ATTRIBUTES) fail('text')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    heard()
    attributes = 0
    assembly.open(name, given)
  })
  const hear = (text: string): void => {
    heard()
    assembly.text(text)
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    heard()
    assembly.close()
  })
  const parse = (work: () => void): XmltvEntry[] => {
    try {
      work()
    } catch (err) {
      if (err instanceof XmltvError || !(err instanceof Error)) throw err
      fail(/entity/.test(err.message) ? 'entities' : 'malformed', err)
    }
    return assembly.take()
  }
  return {
    write(text) {
      held += text.length
      const entries = parse(() => parser.write(text))
      if (held > LONGEST_HELD) fail(assembly.hasBegun() ? 'text' : 'foreign')
      return entries
    },
    end() {
      if (!assembly.hasBegun()) fail('foreign')
      if (!assembly.isWhole()) fail('cut')
      return parse(() => parser.close())
    },
  }
}

/** Puts entries together from tags and texts. */
function createAssembly(options: {
  zoneMinutes: number
  maxProgrammes: number
  fail: (problem: XmltvProblem) => never
}) {
  const { zoneMinutes, maxProgrammes, fail } = options
  let entries: XmltvEntry[] = []
  let hasBegun = false
  let depth = 0
  let programmes = 0
  let draft: EntryDraft | null = null
  let field: ReturnType<typeof beginField> = null
  return {
    hasBegun: () => hasBegun,
    isWhole: () => hasBegun && depth === 0,
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      depth++
      if (depth > DEEPEST) fail('depth')
      if (depth === 1 && name !== 'tv') fail('foreign')
      hasBegun = true
      if (depth === 2 && isEntry(name)) draft = { name, attributes, fields: [] }
      else if (depth === 3 && draft) field = beginField(draft, name, attributes)
    },
    text(text: string): void {
      if (field) addText(field, text)
    },
    close(): void {
      depth--
      if (depth === 2) field = null
      if (depth !== 1 || !draft) return
      if (draft.name === 'programme' && ++programmes > maxProgrammes) fail('programmes')
      entries.push(finishEntry(draft, zoneMinutes))
      draft = null
    },
    take(): XmltvEntry[] {
      const taken = entries
      entries = []
      return taken
    },
  }
}
