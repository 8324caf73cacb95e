/** Longer names are cut: no title or episode number is expected that late. */
const MAX_PART_LENGTH = 500
const MEDIA_EXTENSION =
  /\.(?:mkv|mp4|m4v|mov|qt|ts|m2ts|mts|avi|webm|flv|f4v|mpe?g|vob|wmv|asf|rmvb|rm|3gp|ogv|ogm|divx)$/i
const SUBTITLE_EXTENSION = /\.(srt|ass|ssa|vtt)$/i

/** Folds full-width forms, removes control, format and private-use characters, and collapses white space. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * The parts of a relative path, from the outermost folder to the file, as plain text. Empty parts, `.` and `..` are
 * skipped. Both slashes separate parts, but a full-width slash is part of a name.
 */
export function pathParts(relativePath: string): string[] {
  return relativePath
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part) => plainText(cut(part)))
    .filter((part) => part !== '')
}

/** Shortens a long name to its beginning and its end, which contains the extension. */
function cut(part: string): string {
  return part.length <= MAX_PART_LENGTH ? part : part.slice(0, MAX_PART_LENGTH - 20) + part.slice(-20)
}

/** A file's name without its video extension. */
export function withoutMediaExtension(name: string): string {
  return name.replace(MEDIA_EXTENSION, '')
}

/** A subtitle's name without its extension, and the extension in lower case. */
export function splitSubtitleExtension(name: string): { stem: string; extension: string } {
  const extension = SUBTITLE_EXTENSION.exec(name)?.[1] ?? ''
  return { stem: extension === '' ? name : name.slice(0, -extension.length - 1), extension: extension.toLowerCase() }
}
