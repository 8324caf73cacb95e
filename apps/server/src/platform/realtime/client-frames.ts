import { ClientFrame } from '@yunmu/contract'

/** What a page said. Null for what no page of ours says. */
export function readClientFrame(text: string): ClientFrame | null {
  try {
    const read = ClientFrame.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
