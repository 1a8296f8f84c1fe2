/** JSON Schema (2020-12) of TypeScript types as the checker has resolved them. */
import ts from 'typescript'

const has = (type, flag) => (type.flags & flag) !== 0
const isLiteral = (schema) => 'const' in schema || 'enum' in schema

/**
 * Turns types into schemas. A type that is declared with a name below `home` becomes an entry of `named` and a reference to
 * it; two types of one name get different numbers. A type that leads back to itself needs a name.
 */
export function createSchemas(checker, home) {
  const named = new Map()
  /** Name by type. */
  const names = new Map()

  const docOf = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim()
  const described = (schema, symbol) => {
    const description = docOf(symbol)
    return description === '' ? schema : { ...schema, description }
  }

  /** What declares the name of a type; null for one without a name of the project, or of a generic interface. */
  function declarationOf(type) {
    const symbol = type.aliasSymbol ?? (has(type, ts.TypeFlags.Object) ? type.symbol : undefined)
    if (!symbol || (!type.aliasSymbol && (type.typeArguments ?? []).length > 0)) return null
    const [declaration] = symbol.declarations ?? []
    const file = declaration?.getSourceFile().fileName ?? ''
    if (!file.startsWith(home) || file.includes('/node_modules/')) return null
    return ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) ? symbol : null
  }

  function reserveName(base) {
    let name = base
    for (let count = 2; named.has(name); count++) name = `${base}${count}`
    named.set(name, {})
    return name
  }

  const refTo = (name) => ({ $ref: `#/components/schemas/${name}` })

  function schemaOf(type) {
    const known = names.get(type)
    if (known) return refTo(known)
    const symbol = declarationOf(type)
    if (symbol === null) return shapeOf(type)
    // Before its inside is read, since that may lead back to the type.
    const name = reserveName(symbol.name)
    names.set(type, name)
    named.set(name, described(shapeOf(type), symbol))
    return refTo(name)
  }

  function unionOf({ types }) {
    const parts = types.filter((part) => !has(part, ts.TypeFlags.Undefined | ts.TypeFlags.Void))
    const isNullable = parts.some((part) => has(part, ts.TypeFlags.Null))
    const rest = parts.filter((part) => !has(part, ts.TypeFlags.Null))
    const booleans = rest.filter((part) => has(part, ts.TypeFlags.BooleanLiteral))
    const schemas = [
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : []),
      ...rest.filter((part) => booleans.length < 2 || !booleans.includes(part)).map(schemaOf),
    ]
    const literals = schemas.filter(isLiteral).flatMap(({ const: one, enum: some = [one] }) => some)
    const others = schemas.filter((schema) => !isLiteral(schema))
    if (others.length === 0) return literals.length === 0 ? { type: 'null' } : enumOf(literals, isNullable)
    const all = [...others, ...(literals.length > 0 ? [enumOf(literals, false)] : [])]
    const [first] = all
    if (all.length === 1 && typeof first.type === 'string')
      return isNullable ? { ...first, type: [first.type, 'null'] } : first
    return all.length === 1 && !isNullable ? first : { anyOf: [...all, ...(isNullable ? [{ type: 'null' }] : [])] }
  }

  const enumOf = (values, isNullable) => {
    const all = [...values.toSorted(), ...(isNullable ? [null] : [])]
    return all.length === 1 ? { const: all[0] } : { enum: all }
  }

  function objectOf(type) {
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const properties = checker
      .getPropertiesOfType(type)
      .filter(({ name, flags }) => !name.startsWith('__@') && (flags & ts.SymbolFlags.Method) === 0)
    const required = properties.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0).map(({ name }) => name)
    return {
      type: 'object',
      ...(properties.length > 0 && {
        properties: Object.fromEntries(
          properties.map((property) => [
            property.name,
            described(schemaOf(checker.getTypeOfSymbol(property)), property),
          ]),
        ),
      }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: schemaOf(index.type) }),
    }
  }

  function shapeOf(type) {
    if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (has(type, ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (has(type, ts.TypeFlags.BooleanLiteral)) return { const: checker.typeToString(type) === 'true' }
    if (type.isUnion()) return unionOf(type)
    // Names of src/define/names.ts: their members are declared in files that this program does not read.
    if (has(type, ts.TypeFlags.StringLike | ts.TypeFlags.Never)) return { type: 'string' }
    if (has(type, ts.TypeFlags.NumberLike)) return { type: 'number' }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type).map(schemaOf)
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
    }
    if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) }
    if (has(type, ts.TypeFlags.NonPrimitive)) return { type: 'object' }
    if (has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectOf(type)
    throw new Error(`no JSON Schema is known for the type ${checker.typeToString(type)}`)
  }

  return { schemaOf, named }
}
