import { EgressError, type Egress } from '../../../platform/egress/egress.ts'

const maxVideoBytes = 50 * 1024 * 1024
const timeoutMs = 60_000

/** The bytes of a video at an outside address; null if they cannot be had. */
export async function fetchVideo(
  egress: Pick<Egress, 'get'>,
  url: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  try {
    const reply = await egress.get(url, { maxBytes: maxVideoBytes, timeoutMs, ...(signal && { signal }) })
    return reply.status === 200 ? await reply.bytes() : null
  } catch (err) {
    if (err instanceof EgressError) return null
    throw err
  }
}
