/**
 * A video file that cannot become an asset. `message` is the reason, one plain Chinese clause that stands behind the
 * file's name in a report: 文件已损坏.
 */
export class MediaRefusal extends Error {
  override readonly name = 'MediaRefusal'
}
