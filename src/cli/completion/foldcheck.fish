# SPDX-License-Identifier: MIT
# Completion for fish. It knows no command and no option: the program lists its own (--help=list).
function __foldcheck_table
    set -l words (commandline -opc)
    if test (basename $words[1]) = foldcheck_app; or test (count $words) -lt 2; or test $words[2] = help
        $words[1] --help=list 2>/dev/null
    else
        $words[1] $words[2] --help=list 2>/dev/null
    end
end

# Name, tab, meaning of all that may stand here.
function __foldcheck_complete
    set -l before (commandline -opc)[-1]
    set -l value (__foldcheck_table | string match -r -- "^$before\t([^\t]+)\t" | tail -n 1)
    if test -z "$value"
        __foldcheck_table | string replace -r '\t[^\t]*\t([^\t]*).*' '\t$1'
        return
    end
    switch "$before:$value"
        case '--strategy:*'
            foldcheck list strategies 2>/dev/null | string replace -r ' .*' ''
        case '--operator:*'
            foldcheck list operators 2>/dev/null | string replace -r ' .*' ''
        case '--property:*'
            foldcheck list properties 2>/dev/null | string replace -r ' .*' ''
        case '*:COMMAND'
            foldcheck --help=list | string replace -r '\t[^\t]*\t' '\t'
        case '*'
            __foldcheck_table | string match -r -- "^$before\t.*" | string split -f 4 \t | string split -n ' '
    end
end

for program in foldcheck foldcheck_app
    complete -c $program -a '(__foldcheck_complete)'
end
