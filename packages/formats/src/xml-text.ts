import { XmltvError } from './xmltv.ts'

/** The encoding declared by an XML file (XML 1.0, appendix F), if its first bytes are ASCII. */
const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/
const DECLARATION_BYTES = 512

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return null
}

/** Whether bytes, possibly cut within a character, are UTF-8. */
function beginsAsUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A file that declares no encoding is UTF-8, else GB18030, the default of Chinese programs. */
function decoderFor(first: Uint8Array) {
  const ascii = new TextDecoder('latin1').decode(first.subarray(0, DECLARATION_BYTES))
  const named = markOf(first) ?? DECLARED.exec(ascii)?.[1] ?? (beginsAsUtf8(first) ? 'utf-8' : 'gb18030')
  try {
    // GB18030 is a superset of GB2312 and GBK.
    return new TextDecoder(/^gb/i.test(named) ? 'gb18030' : named, { fatal: true })
  } catch (cause) {
    throw new XmltvError('encoding', 0, { cause })
  }
}

/**
 * Decodes an XML file in pieces. A byte order mark decides, then the declaration, then the first bytes.
 * @throws XmltvError for an unknown encoding, or bytes that are invalid in it
 */
export function createXmlDecoder(): { write(bytes: Uint8Array): string; end(): string } {
  let decoder: ReturnType<typeof decoderFor> | undefined
  const decode = (work: () => string): string => {
    try {
      return work()
    } catch (cause) {
      throw cause instanceof XmltvError ? cause : new XmltvError('encoding', 0, { cause })
    }
  }
  return {
    write(bytes) {
      return decode(() => (decoder ??= decoderFor(bytes)).decode(bytes, { stream: true }))
    },
    end: () => decode(() => decoder?.decode() ?? ''),
  }
}
