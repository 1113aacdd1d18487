import { posix } from 'node:path'

/**
 * The imports that the rooms of one source folder may have. A room is a folder in the source folder; files next to the rooms
 * belong to no room.
 */
export type RoomTable = {
  source: string
  /** The names that the room's files may import in addition to each other: whole names, or their beginnings up to a `/` or `:`. */
  packages: readonly string[]
  /**
   * Each room with the rooms that it may import, from the lowest up: a room imports no later room. Every room may import the
   * files next to the rooms.
   */
  rooms: Readonly<Record<string, readonly string[]>>
  /** The files next to the rooms that may import rooms, each with those rooms. */
  files: Readonly<Record<string, readonly string[]>>
  /** Folders inside rooms whose files may import only these packages, and no other file. */
  closed?: Readonly<Record<string, readonly string[]>>
}

/** A file with the specifiers that it imports; its path is from the repository root. */
export type Importer = { path: string; imports: readonly string[] }

/** Returns the imports of a source folder that its table forbids, one line each; an empty list if there are none. */
export function checkRooms(table: RoomTable, files: readonly Importer[]): string[] {
  const edges = files.flatMap((file) => readEdges(table, file))
  const rooms = new Set(files.flatMap(({ path }) => roomOf(table, path) ?? []))
  return [
    ...[...rooms]
      .filter((room) => table.rooms[room] === undefined)
      .map((room) => `The table does not list the room ${table.source}/${room}`),
    ...edges.flatMap((edge) => judgeEdge(table, edge)),
    ...files.flatMap((file) => judgePackages(table, file)),
    ...judgeOrder(table),
  ]
}

/** Returns the entries in a table that no import needs, one line each, so that the table permits no unused import. */
export function findUnused(table: RoomTable, files: readonly Importer[]): string[] {
  const edges = files.flatMap((file) => readEdges(table, file))
  const used = new Set(edges.map((edge) => `${importerOf(table, edge)} ${edge.to}`))
  const imports = files.flatMap((file) => file.imports)
  return [
    ...Object.entries({ ...table.rooms, ...table.files }).flatMap(([from, rooms]) =>
      rooms
        .filter((to) => !used.has(`${from} ${to}`))
        .map((to) => `${table.source}: ${from} no longer imports ${to}: remove it from the table`),
    ),
    ...table.packages
      .filter((one) => !imports.some((specifier) => names(one, specifier)))
      .map((one) => `${table.source}: no file imports ${one}: remove it from the table`),
  ]
}

/** An import of a room by another room, or by a file next to the rooms (`from` is null). */
type Edge = { path: string; specifier: string; from: string | null; to: string }

function readEdges(table: RoomTable, { path, imports }: Importer): Edge[] {
  const from = roomOf(table, path)
  return imports.flatMap((specifier) => {
    if (!specifier.startsWith('.')) return []
    const to = roomOf(table, posix.join(posix.dirname(path), specifier))
    return to === null || to === from ? [] : [{ path, specifier, from, to }]
  })
}

/** Returns the room of a file below the source folder; null for a file next to the rooms or outside the folder. */
function roomOf({ source }: RoomTable, path: string): string | null {
  if (!path.startsWith(`${source}/`)) return null
  const [room, ...rest] = path.slice(source.length + 1).split('/')
  return room === undefined || rest.length === 0 ? null : room
}

function judgeEdge(table: RoomTable, { path, specifier, from, to }: Edge): string[] {
  const name = importerOf(table, { path, from })
  const allowed = from === null ? (table.files[name] ?? []) : (table.rooms[from] ?? [])
  return allowed.includes(to) ? [] : [`${path} imports ${specifier}: ${name} may not import ${to}`]
}

/** Returns the importing room, or the file next to the rooms, by its name in the table. */
function importerOf({ source }: RoomTable, { path, from }: Pick<Edge, 'path' | 'from'>): string {
  return from ?? posix.relative(source, path)
}

/** Returns whether an entry in a table equals or begins a specifier. */
function names(entry: string, specifier: string): boolean {
  return /[/:]$/.test(entry) ? specifier.startsWith(entry) : specifier === entry
}

function judgePackages(table: RoomTable, { path, imports }: Importer): string[] {
  const closed = Object.entries(table.closed ?? {}).find(([folder]) =>
    path.startsWith(`${table.source}/${folder}/`),
  )
  const allowed = closed?.[1] ?? table.packages
  const isAllowed = (specifier: string) =>
    (closed === undefined && specifier.startsWith('.')) ||
    allowed.some((one) => names(one, specifier))
  return imports
    .filter((specifier) => !isAllowed(specifier))
    .map((specifier) => `${path} imports ${specifier}, which the table does not list`)
}

/** Checks the order of the table itself, so that no imports form a cycle. */
function judgeOrder({ source, rooms }: RoomTable): string[] {
  const order = Object.keys(rooms)
  return order.flatMap((room, index) =>
    (rooms[room] ?? [])
      .filter((other) => !order.slice(0, index).includes(other))
      .map((other) => `${source}: ${room} may not import ${other}, which is not below it`),
  )
}
