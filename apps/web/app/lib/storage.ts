/** Local storage that never throws: blocked, full or absent, the page goes on without it. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A visitor who blocks storage keeps the choice for this page alone.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // What cannot be written has nothing to remove.
  }
}

/** The same of what lasts as long as the tab. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // The same: it is kept for this page alone.
  }
}

/** A cookie of a year, for what the server's first byte must know. */
export function writeCookie(name: string, value: string): void {
  try {
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // The same: the next page begins as the server takes it to be.
  }
}

export function removeCookie(name: string): void {
  try {
    document.cookie = `${name}=; path=/; max-age=0; samesite=lax`
  } catch {
    // The same.
  }
}
