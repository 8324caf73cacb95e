import type { Plugin } from 'vite'

const file = /\/node_modules\/hls\.js\/dist\/hls\.mjs$/

/** Parts that are created where a setting names them; hls.js runs without any of them, as its light build does. */
const unusedControllers = ['eme', 'cmcd', 'contentSteering', 'iframe', 'interstitials']

interface UnusedPart {
  name: string
  /** The only use of the part. */
  use: RegExp
  replacement: string
}

/** All segments are fragmented MP4, which is passed on as it is; captions are WebVTT. */
const unusedParts: readonly UnusedPart[] = [
  ...unusedControllers.map((controller) => ({
    name: `the setting ${controller}Controller`,
    use: new RegExp(`^  ${controller}Controller: [A-Z]\\w+ ?,?$`, 'm'),
    replacement: '',
  })),
  {
    name: 'the list of demuxers',
    use: /(?<=^const muxConfig = \[\{\n {2}demux: MP4Demuxer,\n {2}remux: PassThroughRemuxer\n\})(?:, \{\n {2}demux: \w+,\n {2}remux: MP4Remuxer\n\})+\];\n\{\n {2}muxConfig\.splice\([^;]+\);\n\}$/m,
    replacement: '];',
  },
  {
    name: 'the probe for playlists of key frames in MPEG-TS',
    use: /chunkMeta\.iframe && initSegmentData && TSDemuxer\.probe\(initSegmentData, this\.logger\) \? initSegmentData : uintData/,
    replacement: 'uintData',
  },
  ...[1, 2].map((number) => ({
    name: `parser ${number} of CEA-608 captions`,
    use: new RegExp(`(?<=cea608Parser${number} = )new Cea608Parser\\([^)]+\\)`),
    replacement: 'undefined',
  })),
]

/** The code of hls.js without the parts that this site does not use. Throws if one of them is not where it is expected. */
export function withoutUnusedParts(code: string): string {
  return unusedParts.reduce((text, { name, use, replacement }) => {
    if (!use.test(text)) throw new Error(`hls.js has no longer ${name}: has its build changed?`)
    return text.replace(use, replacement)
  }, code)
}

/**
 * Lets the bundler leave out what this site does not use of hls.js, a third of a script that is read before the first frame:
 * protected media, reports to a CDN, several CDNs to choose from, playlists of key frames, advertisements, segments in other
 * formats than MP4, captions within the video.
 */
export function unusedHlsPartsPlugin(): Plugin {
  return {
    name: 'yunmu:unused-hls-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: file }, handler: withoutUnusedParts },
  }
}
