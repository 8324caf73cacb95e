import { resolve } from 'node:path'

/** The demuxers of accepted formats. Others, playlists above all, can refer to other files. */
const formats = 'mov,matroska,mpegts,avi,flv'

/** 8192 × 8192: larger pictures are refused before memory is allocated for them. */
export const maxPixels = 8192 * 8192

/**
 * Options of ffmpeg and ffprobe that open one untrusted file and nothing else. The `file:` prefix keeps a name from
 * being parsed as an option or URL.
 */
export function sourceInput(file: string, options: readonly string[] = []): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats,
    '-max_pixels',
    String(maxPixels),
    ...options,
    '-i',
    `file:${resolve(file)}`,
  ]
}

/** The options that open a chunk list that this program wrote. */
export function chunkListInput(listFile: string, options: readonly string[] = []): string[] {
  return [...options, '-f', 'concat', '-safe', '0', '-i', `file:${resolve(listFile)}`]
}
