/** Connection options, in the form that `pg` takes. */
export type DatabaseConnection =
  | {
      readonly host: string
      readonly port?: number
      readonly user: string
      readonly password: string
      readonly database: string
    }
  | { readonly connectionString: string }

/** A database used by this process. */
export interface DatabaseHandle {
  readonly connection: DatabaseConnection
  /**
   * Call once, after every pool is closed. Stops our own server if no other process of the station uses it; an external
   * server is left alone.
   */
  stop(): Promise<void>
}
