import { clientFrames, type ClientFrame } from '@yunmu/contract'

const shapes = Object.entries(clientFrames)

/** What a page said. Null for what no page of ours says. */
export function readClientFrame(text: string): ClientFrame | null {
  try {
    const said: unknown = JSON.parse(text)
    if (!(said instanceof Object)) return null
    const shape = shapes.find(([key]) => Object.hasOwn(said, key))?.[1]
    const read = shape?.safeParse(said)
    return read?.success ? read.data : null
  } catch {
    return null
  }
}
