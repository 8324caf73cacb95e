import { playToken } from '@yunmu/contract'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aPlayableTitle, aRendition, audio } from '../../../testing/media.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { segmentFile } from '../media-files.ts'
import type { RenditionDraft } from '../media-store.ts'

const run = promisify(execFile)
const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version']).status === 0)

const frames = 150

/**
 * Encodes six seconds of a test picture or tone into two-second segments. Returns the rendition with its measured
 * segments.
 */
async function encode(
  versionDir: string,
  draft: RenditionDraft,
  input: string,
  codec: string[],
): Promise<RenditionDraft> {
  const folder = join(versionDir, draft.tier, draft.name)
  await mkdir(folder, { recursive: true })
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4']
  const names = ['-hls_segment_filename', join(folder, '%05d.m4s'), join(folder, 'written.m3u8')]
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', input, '-t', '6', ...codec, ...hls, ...names])
  await rm(join(folder, 'written.m3u8'))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.m4s'))
  const sizes = await Promise.all(files.map((_, index) => stat(join(folder, segmentFile(index)))))
  return { ...draft, segments: sizes.map(({ size }) => ({ durationMs: 2000, bytes: size })) }
}

test.skipIf(!hasFfmpeg)('[F08] a film plays from its token to its last frame, with audio', async () => {
  const t = await buildTestApp()
  const { titleId, assetId } = await aPlayableTitle(t, { publish: false })
  const { assets } = t.station.media
  const { version, dir } = await assets.createVersion(assetId)
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-keyint_min', '50']
  const small = aRendition({ name: '180p', width: 320, height: 180, codecs: 'avc1.42c00c' })
  const renditions = [
    await encode(dir, small, 'testsrc2=size=320x180:rate=25', h264),
    await encode(dir, audio, 'sine=frequency=440', ['-c:a', 'aac', '-b:a', '64k']),
  ]
  await assets.publishVersion(assetId, version, { durationMs: 6000, renditions, storyboard: null })

  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { data } = await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 })
  const { url } = playToken.reply.parse(data)
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=codec_type,nb_read_frames',
    '-of',
    'json',
    `${origin}${url}`,
  ])
  const { streams }: { streams: { codec_type: string; nb_read_frames: string }[] } = JSON.parse(stdout)
  const read = Object.fromEntries(streams.map((stream) => [stream.codec_type, Number(stream.nb_read_frames)]))
  expect(read.video).toBe(frames)
  expect(read.audio).toBeGreaterThan(250)
})
