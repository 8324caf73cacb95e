/**
 * Passes bytes on, and checks after each `everyBytes` whether more may be sent.
 * @throws Error if not, so that the connection is closed
 */
export async function* checkedBytes(
  bytes: AsyncIterable<Buffer>,
  mayGoOn: () => Promise<boolean>,
  everyBytes: number,
): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const part of bytes) {
    if (sent >= everyBytes) {
      if (!(await mayGoOn())) throw new Error('the download is no longer permitted')
      sent = 0
    }
    sent += part.length
    yield part
  }
}
