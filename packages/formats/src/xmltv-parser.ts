import { SaxesParser } from 'saxes'
import { addText, beginField, finishEntry, isEntry, type EntryDraft } from './xmltv-entry.ts'
import { XmltvError, type XmltvEntry, type XmltvProblem } from './xmltv.ts'

export interface XmltvParser {
  /** Parses the next characters and returns the completed entries. @throws XmltvError */
  write(text: string): XmltvEntry[]
  /** Ends the file. @throws XmltvError if it is incomplete */
  end(): XmltvEntry[]
}

const MAX_DEPTH = 12
const MAX_ATTRIBUTES = 32
/** Limit of characters that the parser buffers without emitting an event. */
const MAX_BUFFERED = 256 * 1024

/**
 * Parses XML into entries. Limits are checked here, because the XML parser buffers texts, names and comments of any
 * length.
 */
export function createXmltvParser(options: { zoneMinutes: number; maxProgrammes: number }): XmltvParser {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const fail = (problem: XmltvProblem, cause?: unknown): never => {
    throw new XmltvError(problem, parser.line, { cause })
  }
  const builder = createEntryBuilder({ ...options, fail })
  let buffered = 0
  let attributes = 0
  const resetBuffered = (): void => {
    buffered = 0
  }

  // The parser stores each handler as a property; with an eighth the object would become a dictionary and parsing slow
  // down to a fifth.
  parser.on('doctype', (doctype) => (doctype.includes('[') ? fail('entities') : resetBuffered()))
  parser.on('attribute', () => {
    resetBuffered()
    if (++attributes > MAX_ATTRIBUTES) fail('text')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    resetBuffered()
    attributes = 0
    builder.open(name, given)
  })
  const onText = (text: string): void => {
    resetBuffered()
    builder.text(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    resetBuffered()
    builder.close()
  })
  const parse = (work: () => void): XmltvEntry[] => {
    try {
      work()
    } catch (err) {
      if (err instanceof XmltvError || !(err instanceof Error)) throw err
      fail(/entity/.test(err.message) ? 'entities' : 'malformed', err)
    }
    return builder.take()
  }
  return {
    write(text) {
      buffered += text.length
      const entries = parse(() => parser.write(text))
      if (buffered > MAX_BUFFERED) fail(builder.hasStarted() ? 'text' : 'foreign')
      return entries
    },
    end() {
      if (!builder.hasStarted()) fail('foreign')
      if (!builder.isComplete()) fail('cut')
      return parse(() => parser.close())
    },
  }
}

/** Assembles entries from tags and texts. */
function createEntryBuilder(options: {
  zoneMinutes: number
  maxProgrammes: number
  fail: (problem: XmltvProblem) => never
}) {
  const { zoneMinutes, maxProgrammes, fail } = options
  let entries: XmltvEntry[] = []
  let hasStarted = false
  let depth = 0
  let programmes = 0
  let draft: EntryDraft | null = null
  let field: ReturnType<typeof beginField> = null
  return {
    hasStarted: () => hasStarted,
    isComplete: () => hasStarted && depth === 0,
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      depth++
      if (depth > MAX_DEPTH) fail('depth')
      if (depth === 1 && name !== 'tv') fail('foreign')
      hasStarted = true
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
