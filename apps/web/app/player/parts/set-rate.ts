/**
 * A live stream cannot be played faster than it arrives. Whatever follows it, such as the recording of a match, is played at
 * the viewer's rate again.
 */
export function setRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}
