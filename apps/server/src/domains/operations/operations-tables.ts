/** The tables that this domain alone reads and writes. */
export type OperationsTables = {
  import_file: {
    /** Absolute, real. */
    path: string
    size: number
    mtime_ms: number
    fingerprint: string
    state: 'working' | 'done'
    asset_id: number
    /** What the catalogue knows the title by. */
    origin: string
    /** Of the title, where the file plays. */
    source: string
    level: number
    /** Unix seconds. */
    updated_at: number
  }
}
