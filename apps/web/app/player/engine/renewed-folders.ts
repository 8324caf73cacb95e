const signedFolder = /\/media\/\d+\/[\w-]{22}\/([a-z0-9-]+)\//g

/**
 * Addresses with newer signatures. A playlist that is read already keeps the signature that it was read with; what it
 * lists is requested with a newer one of the same scope, so that playback goes on without reading it again.
 */
export interface RenewedFolders {
  /** Takes the signatures from a master playlist that was signed later. */
  add(master: string): void
  /** The address with the newest known signature of its scope. */
  rewrite(url: string): string
  clear(): void
}

export function createRenewedFolders(): RenewedFolders {
  const folders = new Map<string, string>()
  return {
    add(master) {
      for (const [folder, scope = ''] of master.matchAll(signedFolder)) folders.set(scope, folder)
    },
    rewrite: (url) => url.replace(signedFolder, (folder, scope: string) => folders.get(scope) ?? folder),
    clear: () => folders.clear(),
  }
}
