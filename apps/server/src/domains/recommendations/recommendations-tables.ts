/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type RecommendationsTables = {
  recommendation: {
    user_id: number
    title_id: number
    source_id: number
    position: number
    reason: 'next' | 'person' | 'genre'
    /** The person or genre. */
    detail: string
  }
  recommendation_run: { user_id: number; computed_at: number }
  recommendation_dismissal: { user_id: number; title_id: number; created_at: number }
}
