/** Presentation modes of the picture. */
export interface VideoHost {
  setFullscreen(on: boolean): void
  setWebFullscreen(on: boolean): void
  setPictureInPicture(on: boolean): void
  destroy(): void
}

export interface HostListener {
  onFullscreenChange(on: boolean): void
  onWebFullscreenChange(on: boolean): void
}
