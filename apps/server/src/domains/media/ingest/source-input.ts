import { resolve } from 'node:path'

/** The demuxers of what we import. Everything else, playlists above all, can point at other files. */
const formats = 'mov,matroska,mpegts,avi,flv'

/** 8192 × 8192: what claims more is refused before memory is taken for it. */
export const mostPixels = 8192 * 8192

/**
 * The options that open a stranger's file, for ffmpeg and ffprobe alike: that one file and nothing beside it. The prefix
 * keeps a name from being read as an option or as an address.
 */
export function sourceInput(file: string, options: readonly string[] = []): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats,
    '-max_pixels',
    String(mostPixels),
    ...options,
    '-i',
    `file:${resolve(file)}`,
  ]
}

/** The options that open a list of chunks which we wrote ourselves. */
export function chunkListInput(listFile: string, options: readonly string[] = []): string[] {
  return [...options, '-f', 'concat', '-safe', '0', '-i', `file:${resolve(listFile)}`]
}
