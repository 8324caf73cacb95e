/** Presentation modes of the picture. */
export interface VideoHost {
  setFullscreen(on: boolean): void
  setWebFullscreen(on: boolean): void
  /** Full screen if the browser allows it without a press, otherwise the whole window. */
  fillScreen(): void
  setPictureInPicture(on: boolean): void
  destroy(): void
}

export interface HostListener {
  onFullscreenChange(on: boolean): void
  onWebFullscreenChange(on: boolean): void
}
