/** Local storage that never throws: if it is blocked, full or absent, the page works without it. */

export function readStored(key: string): string | null {
  try {
    // The server has none: an exception for each read would be a part of what a page costs.
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // If storage is blocked, the value is lost on reload.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Session storage, with the same guarantee. */
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
    // If storage is blocked, the value is lost on reload.
  }
}

/** Sets a cookie of one year, for values that the server needs to render the page. */
export function writeCookie(name: string, value: string): void {
  try {
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // If cookies are blocked, the server renders the default.
  }
}

/** Whether a cookie has this value; false if cookies are blocked. */
export function hasCookie(name: string, value: string): boolean {
  try {
    return document.cookie.split('; ').includes(`${name}=${value}`)
  } catch {
    return false
  }
}

export function removeCookie(name: string): void {
  try {
    document.cookie = `${name}=; path=/; max-age=0; samesite=lax`
  } catch {
    // Cookies are blocked: there is nothing to remove.
  }
}
