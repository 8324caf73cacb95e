import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { bareEnv } from '../../../testing/bare-env.ts'
import { freePort } from '../../../testing/free-port.ts'
import { tools } from '../../../testing/make-media.ts'
import { playKey, pushKey } from './key-rules.ts'
import { startPushServer } from './push-server.ts'

const hash = createKeyedHash('s'.repeat(32))
const nowSec = 1_800_000_000
const streamId = 5
const validKey = pushKey(hash, { streamId, serial: 0 }, nowSec + 60)
const wrongKey = `${nowSec + 60}-0123456789012345678901`

const port = await freePort()
await startPushServer({ host: '127.0.0.1', port, hash, nowSec: () => nowSec, serialOf: () => 0 })
const addressOf = (key: string): string => `rtmp://127.0.0.1:${port}/live/${streamId}?key=${key}`

/** An encoder whose picture has this size, in real time, with a key frame every second. */
function push(size: string, key: string): ChildProcess {
  const picture = ['-re', '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10`]
  const encoding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    '10',
    '-pix_fmt',
    'yuv420p',
  ]
  const args = ['-nostdin', '-v', 'error', ...picture, ...encoding, '-f', 'flv', addressOf(key)]
  const child = spawn(tools.ffmpeg, args, { env: bareEnv(), stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The size of the picture that a player gets. It waits until something is pushed. */
async function playedSize(): Promise<string> {
  const shown = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=s=x:p=0']
  const { stdout } = await promisify(execFile)(tools.ffprobe, [...shown, addressOf(playKey(hash, streamId, nowSec))])
  return stdout.trim()
}

test(
  '[G03] what a refused push sends reaches no viewer of the stream, neither its pictures nor the header that later viewers get',
  { timeout: 120_000 },
  async () => {
    // Waits for a push before the refused one arrives, as the recorder does.
    const first = playedSize()
    const [code] = await once(push('64x48', wrongKey), 'exit')
    expect(code).not.toBe(0)
    push('320x180', validKey)
    expect(await first).toBe('320x180')
    const [codeAgain] = await once(push('64x48', wrongKey), 'exit')
    expect(codeAgain).not.toBe(0)
    expect(await playedSize()).toBe('320x180')
  },
)
