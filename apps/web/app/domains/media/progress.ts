/** Watch progress of an episode. */
export interface Progress {
  /** 0 to 100. */
  percent: number
  /** Position in seconds. */
  currentTime: number
  isFinished: boolean
}
