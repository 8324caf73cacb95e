import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeMedia, type MediaRecipe } from '../../../../testing/make-media.ts'
import { trackFactsOf } from './track-facts.ts'

const folder = mkdtempSync(join(tmpdir(), 'track-facts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The beginning of a real file, which describes its tracks as an initialisation segment does. */
async function factsOf(recipe: Omit<MediaRecipe, 'name'>) {
  const more = ['-movflags', '+empty_moov+default_base_moof']
  return trackFactsOf(readFileSync(await makeMedia(folder, { name: 'one.mp4', sec: 1, more, ...recipe })))
}

const sound = (channels: number) => [{ codec: ['-c:a', 'aac', '-b:a', '128k', '-ac:a', String(channels)] }]
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const picture = (transfer: string) =>
  h264.concat(['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'])

describe('what a file of ffmpeg has', () => {
  test.each([1, 2, 6, 8])('[J03] %d channels are read from the configuration of the sound', async (channels) => {
    expect(await factsOf({ audio: sound(channels) })).toEqual({ channels, hdr: false })
  })

  test.each([
    ['smpte2084', true],
    ['arib-std-b67', true],
    ['bt709', false],
  ])('[J03] a picture with the transfer function %s is HDR: %s', async (transfer, hdr) => {
    expect(await factsOf({ video: picture(transfer), audio: [] })).toEqual({ channels: 0, hdr })
  })
})

test('what is no initialisation segment has nothing', () => {
  expect(trackFactsOf(new Uint8Array())).toEqual({ channels: 0, hdr: false })
  expect(trackFactsOf(Buffer.from('no film at all, and longer than a header'))).toEqual({ channels: 0, hdr: false })
})
