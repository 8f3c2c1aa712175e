// Checks of the scripts that find bugs. TypeScript checks the types (tsconfig.json).
import js from "@eslint/js";
import typescript from "typescript-eslint";

export default [
  { ignores: [".venv*/", "build/", "dist/", "static/vendor/", "examples/", "research/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "eqeqeq": "error",
      "no-undef": "off", // TypeScript finds these
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-constructor-return": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  {
    files: ["static/**", "sw.js", "embed.js", "embed_board.js", "embed_checks.js", "embed_words.js", "tests/js/**"], // the files of tsconfig.json
    languageOptions: { parser: typescript.parser, parserOptions: { projectService: true } },
    plugins: { typescript: typescript.plugin },
    rules: {
      "typescript/await-thenable": "error",
      "typescript/no-array-delete": "error",
      "typescript/no-base-to-string": "error",
      "typescript/no-floating-promises": "error",
      "typescript/no-for-in-array": "error",
      "typescript/no-implied-eval": "error",
      "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
      "typescript/require-array-sort-compare": ["error", { ignoreStringArrays: true }],
      "typescript/switch-exhaustiveness-check": "error",
    },
  },
];
