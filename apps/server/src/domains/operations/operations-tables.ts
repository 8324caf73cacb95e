/** The tables that only this domain reads and writes. */
export type OperationsTables = {
  import_file: {
    /** Absolute path without symbolic links. */
    path: string
    size: number
    mtime_ms: number
    fingerprint: string
    state: 'working' | 'done'
    asset_id: number
    /** Key that identifies the title in the catalog. */
    origin: string
    /** The title's source that the file belongs to. */
    source: string
    level: number
    /** Unix seconds. */
    updated_at: number
  }
}
