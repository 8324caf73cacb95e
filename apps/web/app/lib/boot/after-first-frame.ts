/** After this time without a frame the page is hydrated all the same. */
const maxWaitMs = 800

/**
 * Resolves when the page may be hydrated: on a player page, whose engine is preloaded in the document head, when the video
 * has its first frame; on other pages at once. Hydration occupies the main thread and would delay that frame.
 */
export function afterFirstFrame(): Promise<void> {
  const isEarly = document.querySelector('script[data-early]') !== null
  const video = document.querySelector<HTMLVideoElement>('[data-player] video')
  if (!isEarly || !video || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve()
  return new Promise((resolve) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    setTimeout(resolve, maxWaitMs)
  })
}
