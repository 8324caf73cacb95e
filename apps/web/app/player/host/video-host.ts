/** How the picture fills more or less than its place in the page. */
export interface VideoHost {
  setFullscreen(on: boolean): void
  setWebFullscreen(on: boolean): void
  setPictureInPicture(on: boolean): void
  destroy(): void
}

export interface HostReport {
  fullscreenChanged(on: boolean): void
  webFullscreenChanged(on: boolean): void
}
