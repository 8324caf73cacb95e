import Hls from 'hls.js/dist/hls.mjs?whole'

/**
 * hls.js with the parts that the build leaves out elsewhere, because the station's own films do not need them: streams of other
 * hosts consist of MPEG-TS. The query makes it another module, which `unusedHlsPartsPlugin` does not change.
 */
export const WholeHls = Hls
