import { join } from 'node:path'

/** Where the films of the programme are made: a folder of their own inside the data folder. */
export const workFolder = (dataDir: string): string => join(dataDir, 'work', 'demo')
