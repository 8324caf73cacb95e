/** How far an episode was watched. */
export interface Progress {
  /** 0 to 100. */
  percent: number
  /** Seconds from the start. */
  currentTime: number
  isFinished: boolean
}
