import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tools } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { recordArgs, initFile } from './ffmpeg-rules.ts'
import { tagHevc } from './init-rules.ts'
import { adoptRun } from './recorded-run.ts'
import { writeMetadata } from './run-folder.ts'

const run = promisify(execFile)

/** Records one second of a film and returns the folder. */
async function recorded(encoder: string, more: readonly string[] = []): Promise<string> {
  const folder = openFolder()
  const film = join(folder, 'film.ts')
  await run(tools.ffmpeg, [
    '-nostdin',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x90:rate=25',
    '-t',
    '1',
    '-f',
    'lavfi',
    '-i',
    'sine=sample_rate=48000',
    '-shortest',
    '-c:v',
    encoder,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    film,
  ])
  const args = recordArgs({ kind: 'file', path: film }, 'copy').filter((arg) => arg !== '-stream_loop' && arg !== '-1')
  await run(tools.ffmpeg, [...args.slice(0, -1), ...more, args.at(-1) ?? ''], { cwd: folder })
  return folder
}
const initOf = (folder: string): Buffer => readFileSync(join(folder, initFile))

test('HEVC is tagged as Safari requires, with the same bytes that ffmpeg would have written', async () => {
  const [folder, wanted] = [await recorded('libx265'), initOf(await recorded('libx265', ['-tag:v', 'hvc1']))]
  expect(initOf(folder).includes('hev1')).toBe(true)
  writeMetadata(folder, { source: 0, key: '', startedMs: 0, audio: 'copy', firstNum: 1 })
  // It is changed before the first segment is reported.
  expect(await adoptRun(folder, 1, 1)?.finished(1)).not.toEqual([])
  expect(initOf(folder).equals(wanted)).toBe(true)
  expect(tagHevc(initOf(folder))).toBe(false)
})

test('H.264 is not changed', async () => {
  const init = initOf(await recorded('libx264'))
  const before = Buffer.from(init)
  expect([tagHevc(init), init.equals(before)]).toEqual([false, true])
})

test('for any bytes instead of an init segment, parsing stays within bounds', () => {
  const word = fc
    .constantFrom('moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'hev1', 'hvcC')
    .map((type) => Buffer.from(type))
  const size = fc.nat(300).map((count) => Buffer.from([0, 0, count >> 8, count & 255]))
  const noise = fc.uint8Array({ maxLength: 90 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.array(fc.oneof(word, size, noise)), (parts) => {
      const bytes = Buffer.concat(parts)
      const { length } = bytes
      tagHevc(bytes)
      expect(bytes).toHaveLength(length)
    }),
  )
})
