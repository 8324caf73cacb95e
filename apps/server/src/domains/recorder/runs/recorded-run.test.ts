import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import { startRun } from './recorded-run.ts'

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** An ID3v2 tag of ten bytes (3.1), which players skip. It hides the playlist behind it from a check of the first bytes. */
const skipped = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')

test.each(['segment', 'key', 'rendition'] as const)(
  '[G03] addresses in a remote playlist that bypass the rewriting (%s) are requested by ffmpeg through the proxy only',
  async (what) => {
    const liveDir = openFolder()
    const askedInside: string[] = []
    const house = await listen(
      createServer(({ url = '' }, reply) => {
        askedInside.push(url)
        reply.end('inside')
      }),
    )
    const lists = {
      segment: `#EXTINF:2,\nhttp://${house}/secret.ts`,
      key: `#EXT-X-KEY:METHOD=AES-128,URI="http://${house}/secret.key"\n#EXTINF:2,\nx.ts`,
      rendition: `#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://${house}/secret.m3u8`,
    }
    const text = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${lists[what]}\n#EXT-X-ENDLIST\n`
    const askedProxy: string[] = []
    const proxy = await listen(
      createServer(({ url = '' }, reply) => {
        askedProxy.push(url)
        if (url.endsWith('/list.m3u8')) reply.end(Buffer.concat([skipped, Buffer.from(text)]))
        else if (url.endsWith('/x.ts')) reply.end('x'.repeat(188))
        else reply.writeHead(404).end()
      }),
    )
    const run = await startRun({
      liveDir,
      streamId: 5,
      runId: 1,
      dir: join(liveDir, '5/1'),
      input: {
        kind: 'hls',
        url: `http://${proxy}/list.m3u8`,
      },
      metadata: {
        source: 0,
        key: '',
        startedMs: 0,
        audio: 'copy',
        firstNum: 1,
      },
    })
    onTestFinished(() => run.stop('kill'))
    await expect.poll(() => run.alive()).toBe(false)
    expect(
      askedProxy.some((url) => url.startsWith(`http://${house}/secret`)),
      run.stderrTail(),
    ).toBe(true)
    expect(askedInside).toEqual([])
  },
)
