/** How to reach the database: `pg` takes it as it is. */
export type DatabaseConnection =
  | {
      readonly host: string
      readonly port?: number
      readonly user: string
      readonly password: string
      readonly database: string
    }
  | { readonly connectionString: string }

/** A database in use by this process. */
export interface DatabaseHandle {
  readonly connection: DatabaseConnection
  /**
   * Call it once, after every pool is closed. Our own server is stopped when no other process of this station uses it;
   * a server that the operator named is left alone.
   */
  stop(): Promise<void>
}
