import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUnusedParts } from './unused-hls-parts-plugin.ts'

const source = readFileSync(join(import.meta.dirname, '../../../node_modules/hls.js/dist/hls.mjs'), 'utf8')

test('[F08] another build of hls.js, in which a part is not where it is looked for, is refused', () => {
  expect(() => withoutUnusedParts(source.replace('emeController: EMEController', ''))).toThrow('emeController')
  expect(() => withoutUnusedParts(source.replace('demux: TSDemuxer', 'demux: OtherDemuxer()'))).toThrow('demuxers')
})

test('[F08] the installed hls.js is left with what plays: sound, subtitles and live streams', () => {
  const code = withoutUnusedParts(source)
  const settings = [...code.matchAll(/^ {2}(\w+)Controller: [A-Z]\w+ ?,?$/gm)].map(([, part]) => part)
  const core = ['stream', 'abr', 'buffer', 'capLevel', 'error', 'fps', 'id3Track', 'gap', 'latency']
  const tracks = ['subtitleStream', 'subtitleTrack', 'timeline', 'audioStream', 'audioTrack']
  expect(settings).toEqual([...core, ...tracks])
})

test('[F08] of formats of segments only MP4 is left', () => {
  const code = withoutUnusedParts(source)
  expect(/^const muxConfig = \[([^;]*)\];$/m.exec(code)?.[1]?.match(/\w+Demuxer/g)).toEqual(['MP4Demuxer'])
  expect(code).not.toMatch(/initSegmentData && TSDemuxer|new Cea608Parser/)
})
