#!/bin/sh
echo "fair in $1"
