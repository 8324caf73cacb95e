import { SaxesParser } from 'saxes'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  /** Its own text, without the text of child elements. */
  text: string
  children: XmlElement[]
}

/** Parses a document. Throws if it is not well-formed or has an unknown namespace. */
export function readXml(document: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open: XmlElement[] = [root]
  parser.on('error', (err) => {
    throw err
  })
  parser.on('opentag', ({ name, attributes }) => {
    const entries = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(entries), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(document).close()
  const [element] = root.children
  if (!element) throw new Error('the document is empty')
  return element
}

/** The texts of all elements with a name, at any depth, in document order. */
export function textsNamed(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text] : []
  return [...own, ...element.children.flatMap((child) => textsNamed(child, name))]
}
