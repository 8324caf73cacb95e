/** A page that waits for its picture longer than this wakes meanwhile. */
const longestMs = 800

/**
 * Resolves when there is something to see: on a player's page, whose engine began with the first byte, when the video
 * has its first frame; on every other page at once. Waking a page takes the processor for a while, and would keep the
 * picture waiting.
 */
export function afterFirstFrame(): Promise<void> {
  const isEarly = document.querySelector('script[data-early]') !== null
  const video = document.querySelector<HTMLVideoElement>('[data-player] video')
  if (!isEarly || !video || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve()
  return new Promise((resolve) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    setTimeout(resolve, longestMs)
  })
}
